"""Data larger than memory: Dask arrays, Dask frames and memory-mapped files, read in blocks."""
