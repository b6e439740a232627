"""The read path on real parts."""
