"""The fit that is shown, made again step by step."""
