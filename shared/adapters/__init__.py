"""Floor 3: the only place that imports redis, rq, qdrant_client, openai, prometheus_client."""
