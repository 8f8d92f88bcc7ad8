"""Constraints as CSV and JSON text."""
