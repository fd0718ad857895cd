"""Rulebooks into an index: read and embedded in bulk, put together, swapped in, renamed."""
