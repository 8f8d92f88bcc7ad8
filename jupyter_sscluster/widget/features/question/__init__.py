"""The open question: a pair of points, alone or from a list."""
