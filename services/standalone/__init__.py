"""The embedded default: one command starts everything."""
