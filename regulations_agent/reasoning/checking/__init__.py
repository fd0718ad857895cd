"""Whether a model's sentence stands on its evidence."""
