"""The embedded vector engine: one process that owns the shards and speaks the part of Qdrant's REST API we use."""
