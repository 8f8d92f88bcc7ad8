"""Sessions that show some of their rows: which rows, and what strategies see of them."""
