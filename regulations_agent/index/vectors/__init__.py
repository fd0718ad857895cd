"""Texts to vectors, and vectors to scores: the encoder, and the protocol for what is searched."""
