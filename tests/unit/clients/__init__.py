"""Tests of clients/python."""
