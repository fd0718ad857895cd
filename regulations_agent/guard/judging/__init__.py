"""Whether a text is an attack, gives orders, or is about the corpus; what corrections taught."""
