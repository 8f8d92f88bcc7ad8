"""The steps of the fit that is shown."""
