"""The steps of a fit, one after the other."""
