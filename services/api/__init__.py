"""The HTTP front: auth, routes and the read path."""
