"""What answers say about the clusters of points when some of them may be wrong."""
