"""Which rules and sentences answer, and how sure that is."""
