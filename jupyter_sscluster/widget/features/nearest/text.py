"""Sentences about the nearest rows."""

LOST = "The metric of this clustering is not kept. Wait for the next fit, or choose Raw features."
NO_RAW = "The data as given have no columns of numbers."
NONE = "No other row has a value in common with this one."
