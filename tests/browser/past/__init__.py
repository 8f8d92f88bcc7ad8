"""Looking back: two moments beside each other, and points as they were."""
