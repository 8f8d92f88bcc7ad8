"""Bounds on whole clusters, checked against a clustering."""
