"""Texts -> vectors."""
