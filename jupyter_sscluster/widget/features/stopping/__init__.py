"""Whether more answers are worth it, and which points are uncertain."""
