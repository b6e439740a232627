"""The HTTP front as a process, over real parts."""
