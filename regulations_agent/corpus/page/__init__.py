"""What a page paints: characters, bars, pictures."""
