"""What each tab of the page shows, and the requests that it answers."""
