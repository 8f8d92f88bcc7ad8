"""Answers from true labels, played: at which pace, how many, and what is told of it."""
