"""k-means with a metric that is learned, or features that are chosen, on the way."""
