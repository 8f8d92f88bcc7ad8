"""Clusters: names, profiles, merging, splitting and grouping."""
