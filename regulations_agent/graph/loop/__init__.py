"""The nodes of the loop, what they know, where they go next, and how they are wired."""
