"""Doubles that pass the same contract tests as the real adapters."""
