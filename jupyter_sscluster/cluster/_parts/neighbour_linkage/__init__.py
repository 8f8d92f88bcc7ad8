"""Agglomeration along the graph of near rows, and the height at which it ends."""
