"""Every noun that crosses a folder border: frozen dataclasses."""
