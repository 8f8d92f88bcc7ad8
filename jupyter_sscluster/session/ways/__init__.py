"""What is in the way of a clustering, and the ways out."""
