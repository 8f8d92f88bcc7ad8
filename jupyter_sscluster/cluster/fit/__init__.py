"""Fits as whoever calls them sees them: watched, cancelled, and of any clusterer."""
