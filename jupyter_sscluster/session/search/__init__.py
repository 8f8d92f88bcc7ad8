"""Rows by their names, by their numbers, and by words of their texts."""
