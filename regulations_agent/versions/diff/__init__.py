"""What differs between two wordings of a rule, and a few words for it."""
