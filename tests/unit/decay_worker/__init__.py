"""Tests of services/decay_worker."""
