"""From what is painted to printed lines."""
