"""Questions answered by a function or from true labels, in one undo step."""
