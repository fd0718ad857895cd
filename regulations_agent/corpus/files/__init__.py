"""Kinds of file, the list of official documents, and how they are fetched."""
