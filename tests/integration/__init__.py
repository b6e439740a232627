"""Several real parts together."""
