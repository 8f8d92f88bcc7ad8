"""The questions of a session: proposed, open, dismissed."""
