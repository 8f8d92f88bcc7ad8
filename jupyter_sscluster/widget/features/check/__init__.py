"""How right the clustering is: rows drawn at random, placed by a person."""
