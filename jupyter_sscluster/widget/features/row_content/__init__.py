"""Names, images, texts and tooltips of points, and the search for them."""
