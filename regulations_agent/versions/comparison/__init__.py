"""Two issues or seasons side by side: matched, judged, weighed, shown."""
