"""Constraints carried over to the pairs around them."""
