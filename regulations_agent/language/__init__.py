"""The language of rules: words, sentences, quantities, norms and sanctions, in any field."""
