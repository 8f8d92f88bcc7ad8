"""Why a clustering cannot be made, and the remedies."""
