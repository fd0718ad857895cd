"""What rules order and what breaking them costs, read from their sentences."""
