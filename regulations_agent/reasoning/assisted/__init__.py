"""The engine with a language model over the floor of the embedded one."""
