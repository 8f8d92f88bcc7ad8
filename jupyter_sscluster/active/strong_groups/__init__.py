"""Groups of strongly connected neighbours, and what answers say beyond their pairs."""
