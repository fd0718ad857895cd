"""Answers about rulebooks: the rule that is in force, verbatim and cited to the page."""
