"""What a column of the data is coloured by: steps of a scale, or kinds."""
