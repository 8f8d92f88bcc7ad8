"""Constraint propagation (Eaton 2005): constraints inferred about the pairs around them."""
