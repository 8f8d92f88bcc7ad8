"""Agglomerative clustering: Lance-Williams updates, merging, admissible merges."""
