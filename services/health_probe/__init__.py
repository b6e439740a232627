"""Asks whether a service of this container lives; what container health checks run."""
