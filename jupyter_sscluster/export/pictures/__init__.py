"""A still picture of a session as SVG, and a summary in words."""
