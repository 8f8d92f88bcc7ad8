"""Merges and splits that the clusterer is unsure of, one after the other."""
