"""Cluster ensembles of a snapshot, and the pairs about which their members disagree."""
