"""Other ways to get an answer: imperfect, from a file, from a person."""
