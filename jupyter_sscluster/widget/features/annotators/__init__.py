"""Pairs that several annotators answer differently."""
