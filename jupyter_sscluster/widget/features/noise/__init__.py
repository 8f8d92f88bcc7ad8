"""Points in no cluster: said by a person, or found by the fit."""
