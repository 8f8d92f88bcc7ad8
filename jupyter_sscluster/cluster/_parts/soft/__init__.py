"""Assignment in which a violated pair costs: iterated conditional modes."""
