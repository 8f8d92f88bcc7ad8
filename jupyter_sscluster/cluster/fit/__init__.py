"""Fit any clusterer: warm starts, progress and cancelling, traces."""
