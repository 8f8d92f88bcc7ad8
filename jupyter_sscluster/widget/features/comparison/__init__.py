"""A second clusterer beside the one in use, fitted in the background."""
