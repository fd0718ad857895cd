"""How rows look and which marks they bear: what could open a clause or a heading."""
