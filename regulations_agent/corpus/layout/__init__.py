"""Whole pages in reading order."""
