"""Files for download, and what Python takes from the widget."""
