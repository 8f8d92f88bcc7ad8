"""What the page may ask for: checks of messages, and one handler for each type."""
