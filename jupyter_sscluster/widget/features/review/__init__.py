"""Answers that are worth a second look."""
