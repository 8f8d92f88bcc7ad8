"""Answers from true labels, for teaching: one run of them, and other strategies beside it."""
