"""Neighbourhood-based strategies: certified neighbourhoods, exploration, RESOLVE, uncertainty."""
