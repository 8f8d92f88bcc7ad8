"""Several people who answer: who said what, and where they disagree."""
