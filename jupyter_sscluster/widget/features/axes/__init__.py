"""The projection of the points: chosen on the page or in Python, computed in the background."""
