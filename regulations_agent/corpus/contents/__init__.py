"""Contents lists and what they promise."""
