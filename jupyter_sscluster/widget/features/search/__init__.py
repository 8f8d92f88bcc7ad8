"""The search in names and texts."""
