"""Drafts of comparisons."""
