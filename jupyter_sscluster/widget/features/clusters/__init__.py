"""The legend and the card of a cluster: rename, merge and split."""
