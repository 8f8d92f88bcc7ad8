"""Constraints as text: CSV, JSON, and what both may say."""
