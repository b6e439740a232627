"""Real processes for tests, each in its own folder and on its own port."""
