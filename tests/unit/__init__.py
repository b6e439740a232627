"""No IO, sockets blocked."""
