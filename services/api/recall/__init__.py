"""The read path, one stage a file."""
