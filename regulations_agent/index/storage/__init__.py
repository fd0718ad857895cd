"""What lies on disk: readings, the table of clauses, files named by their content, and who may write them."""
