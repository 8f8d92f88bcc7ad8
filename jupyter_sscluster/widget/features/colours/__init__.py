"""What colours the points: a column of values; and which of them keep their colour."""
