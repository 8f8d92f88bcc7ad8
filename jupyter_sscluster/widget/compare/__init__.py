"""Another clusterer beside the one in use: fitted in the background, and what is told of it."""
