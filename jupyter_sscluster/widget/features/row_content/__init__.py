"""Names, images, texts and tooltips of points."""
