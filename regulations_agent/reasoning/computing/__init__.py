"""Values that rules let one compute."""
