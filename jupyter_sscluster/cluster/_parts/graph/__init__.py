"""Nearest-neighbour graphs, and the solver of their Laplacians."""
