"""Pure functions of arrays that the k-means family shares."""
