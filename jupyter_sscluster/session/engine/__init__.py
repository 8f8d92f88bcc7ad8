"""The moving part of a session: changes, fits, events."""
