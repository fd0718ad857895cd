"""Tables, ruled or not."""
