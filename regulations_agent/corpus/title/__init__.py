"""Which book a document is."""
