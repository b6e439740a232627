"""Each service as a process of its own, against servers that were started apart."""
