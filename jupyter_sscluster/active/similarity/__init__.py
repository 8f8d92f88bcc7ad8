"""Similarities of points: distances, Gaussian kernel and MMD, proximity in a random forest."""
