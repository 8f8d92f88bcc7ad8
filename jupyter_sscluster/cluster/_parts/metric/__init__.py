"""Mahalanobis metrics and the ways to learn one."""
