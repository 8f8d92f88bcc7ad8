"""Whether more answers are expected to change the clustering."""
