"""Tests of services/standalone."""
