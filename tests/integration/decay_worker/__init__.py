"""The decay worker on real parts."""
