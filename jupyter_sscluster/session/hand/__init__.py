"""A cluster in hand: its name, what sets it apart, and what can be done with it."""
