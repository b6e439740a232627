"""One suite per port, run against fake and real adapters."""
