"""How alike points are: distances to a few, kernels, random forests."""
