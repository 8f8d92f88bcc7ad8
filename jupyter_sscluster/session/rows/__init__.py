"""Rows that are added to a session, left out of it and put back."""
