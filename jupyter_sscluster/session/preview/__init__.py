"""What an answer would change, computed before it is given."""
