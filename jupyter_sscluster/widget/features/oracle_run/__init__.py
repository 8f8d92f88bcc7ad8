"""Questions answered automatically from the true labels."""
