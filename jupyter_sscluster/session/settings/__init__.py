"""Another clusterer or strategy, and other parameters of these."""
