"""The ten rows nearest to a point, each one key from a link with it."""
