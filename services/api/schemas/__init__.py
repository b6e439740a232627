"""Pydantic bodies and answers of the HTTP edge."""
