"""Rows in blocks: data that no one holds whole, in Dask arrays and frames or in a file."""
