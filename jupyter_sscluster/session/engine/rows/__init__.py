"""Rows that are added to a session: what they are, where they belong, which clusters they join."""
