"""Choose questions by probabilities, where some answers may be wrong."""
