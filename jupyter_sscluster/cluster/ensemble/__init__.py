"""Many clusterings of the same points: how they are made, and what they agree about."""
