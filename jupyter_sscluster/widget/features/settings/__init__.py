"""Clusterer, strategy and their parameters."""
