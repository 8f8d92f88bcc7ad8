"""Several annotators: agreement, disagreements, audits and second opinions."""
