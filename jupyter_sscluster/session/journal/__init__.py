"""The file a session is written to before anything is acted on, and how it is read back."""
