"""Reading in processes with limits."""
