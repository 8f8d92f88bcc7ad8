"""Comparison of two clusterings of the same constraints."""
