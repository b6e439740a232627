"""Domain rules."""
