"""Assignment under hard pairs, soft pairs and cluster sizes, by integer programmes."""
