"""Numbers of clauses, references to them, and defined terms."""
