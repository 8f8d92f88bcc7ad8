"""The points that a lasso has selected, and links between groups."""
