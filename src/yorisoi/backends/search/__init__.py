"""Indexes of passages."""
