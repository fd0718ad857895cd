"""The general tree reader: rows of any publisher's book in, nodes of clauses out.

Nothing about a publisher is known in advance: a numbering is what counts on in the book itself. May import
rows, lines, nodes and labels of `corpus`, nothing above.
"""
