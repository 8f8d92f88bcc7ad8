"""COP-, PCK- and MPCK-means step by step as their papers print them, for comparisons."""
