"""The reading of a book's marks that counts on best, by beam search."""
