"""k-means that learns a metric or feature weights, and reference implementations."""
