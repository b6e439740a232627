"""The embedded default: one command starts the queue server, the vector engine, the API and the workers."""
