"""Small servers that tests start on a free port of 127.0.0.1."""
