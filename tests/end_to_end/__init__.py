"""The whole system as a person runs it."""
