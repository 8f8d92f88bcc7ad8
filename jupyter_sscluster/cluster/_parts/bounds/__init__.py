"""Cluster-level constraints: number, size, diameter, separation and ε, checked and as pairs."""
