"""From rules to a draft, by form."""
