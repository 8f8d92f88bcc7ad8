"""The page's look at a moment of the past."""
