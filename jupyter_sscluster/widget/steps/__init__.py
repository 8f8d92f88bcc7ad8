"""Stepping through a fit: the steps as the page shows them, made beside the owner's thread."""
