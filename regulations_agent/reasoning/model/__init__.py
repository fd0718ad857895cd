"""A model server: what it is sent and what it may send back."""
