"""How right a clustering is, from rows that are drawn at random and placed by a person."""
