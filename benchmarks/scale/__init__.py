"""How time and memory grow with clauses, replicas and workers, and what that means further on."""
