"""Texts as the guard reads and writes them: disguises undone, windows, pieces, secrets masked."""
