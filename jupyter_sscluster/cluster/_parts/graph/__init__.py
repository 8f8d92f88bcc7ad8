"""Nearest-neighbour graphs, and values propagated along them."""
