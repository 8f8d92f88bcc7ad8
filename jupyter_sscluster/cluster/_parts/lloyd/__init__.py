"""Lloyd's alternation: squared distances, the loop, cluster sums, restarts."""
