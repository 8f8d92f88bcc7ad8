"""Rows that are in no cluster."""
