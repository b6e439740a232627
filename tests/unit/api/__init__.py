"""The HTTP front over fakes."""
