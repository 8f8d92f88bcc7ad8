"""Mahalanobis metrics and methods that learn one."""
