"""The face of a session in a notebook: bqplot draws, a layer over it takes pointer and keys."""

from jupyter_sscluster.widget.explorer import ClusterExplorer

__all__ = ["ClusterExplorer"]
