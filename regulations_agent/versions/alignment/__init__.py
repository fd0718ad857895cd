"""Which clause of one document became which of another, whatever their numbers."""
