"""What clusterers are put together from, a folder for each of the field's subjects."""
