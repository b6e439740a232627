"""Container files, checked without a container engine."""
