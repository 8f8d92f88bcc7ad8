"""ASC: shared nearest neighbours, strong components, and propagation of answers along them."""
