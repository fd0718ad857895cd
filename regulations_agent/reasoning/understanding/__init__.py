"""What is asked, and the words that rules answer it with."""
