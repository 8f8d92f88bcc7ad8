"""Cluster ensembles: AdaBoost over a weak learner, the co-association matrix, consensus."""
