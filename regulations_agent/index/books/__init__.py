"""Which book a document is, what it is called, and what refers to it."""
