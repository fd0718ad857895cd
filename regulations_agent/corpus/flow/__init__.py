"""Rulebooks that flow without pages of their own (DOCX, HTML, Markdown, AsciiDoc, text, law XML).

In: the bytes of a file. Each format has one reader, a module with `read(data, name) -> Flow`; `blocks.py` is
their protocol and `formats.py` the list of them. Out: `typeset.py` lays a `Flow` out on pages as the
`DocumentLines` that PDFs give, and `draw.py` draws the same pages. Nothing here knows of clauses, and nothing
opens a file, runs a program or reaches the network.
"""
