"""Base classes that several clusterers share."""
