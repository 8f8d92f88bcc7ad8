"""What happens when things go wrong, and when it is enough."""
