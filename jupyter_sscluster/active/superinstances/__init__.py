"""COBRAS: super-instances, groups of rows of one class, and the questions about them."""
