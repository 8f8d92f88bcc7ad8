"""What an answer would change, worked out before it is given."""
