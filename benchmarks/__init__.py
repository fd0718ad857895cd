"""Measurements of time and memory; not part of the package."""
