"""What each answer to the open question would change."""
