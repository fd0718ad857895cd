"""What is searched for a clause, words to scores, and the names that the corpus itself knows."""
