"""How the heads are trained and measured, from files of examples; nothing of it runs for a question."""
