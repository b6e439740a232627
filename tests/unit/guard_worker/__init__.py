"""The guard, stage by stage."""
