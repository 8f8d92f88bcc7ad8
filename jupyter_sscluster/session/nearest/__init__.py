"""The rows nearest to one row."""
