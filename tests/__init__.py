"""All tests; the tree mirrors the code."""
