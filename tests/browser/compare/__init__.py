"""Two clusterings side by side, in a browser."""
