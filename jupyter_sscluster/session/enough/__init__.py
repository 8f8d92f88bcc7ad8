"""Whether more answers are worth their while, and where they would be."""
