"""Cluster beliefs from constraints of which some may be wrong."""
