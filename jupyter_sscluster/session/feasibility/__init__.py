"""Problems that prevent a clustering, and remedies."""
