"""COP-, PCK- and MPCK-means as in the pseudo-code of their papers (`algorithm="paper"`)."""
