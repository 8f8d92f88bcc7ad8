"""The cluster in hand: what the page is told of it, and what a verb would do."""
