"""What is known of a point: names, values, images and texts, and the replies about them."""
