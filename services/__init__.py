"""Roof: processes that never import each other."""
