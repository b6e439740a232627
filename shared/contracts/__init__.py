"""Floor 2: what travels between processes, and under which names."""
