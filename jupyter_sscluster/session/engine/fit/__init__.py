"""The fits of a session: what is fitted, when, and what is done with the result."""
