"""Many clusterings of a snapshot, and how much they disagree."""
