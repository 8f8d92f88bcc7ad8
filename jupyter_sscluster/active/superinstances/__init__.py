"""COBRAS: groups of rows that are taken to belong together, and the questions they lead to."""
