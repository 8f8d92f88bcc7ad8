"""The clusters of a session in a file, for use where the session is not."""
