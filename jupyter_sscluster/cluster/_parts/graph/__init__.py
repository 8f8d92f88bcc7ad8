"""Graphs of nearest rows, and what is known of some rows carried over along them."""
