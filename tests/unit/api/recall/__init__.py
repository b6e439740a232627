"""The read path."""
