"""Placing points in certified neighbourhoods: which point, and with which question."""
