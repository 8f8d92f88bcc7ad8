"""What a person has given about every point besides its features: images, texts, names."""
