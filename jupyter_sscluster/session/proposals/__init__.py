"""Merges and splits of clusters that the fitted clusterer is unsure of."""
