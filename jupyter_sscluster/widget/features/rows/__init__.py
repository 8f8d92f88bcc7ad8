"""Rows that are new, and rows that are left out."""
