"""The tree of clauses of a known publisher."""
