"""Agglomerative clustering: Lance–Williams updates, nearest-neighbour chain, lookahead."""
