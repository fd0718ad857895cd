"""Anything that may come in, and what must hold of it."""
