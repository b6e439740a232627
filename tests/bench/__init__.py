"""Benchmarks and labelled sets."""
