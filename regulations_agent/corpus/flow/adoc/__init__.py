"""AsciiDoc: in, its source; out, blocks as Asciidoctor prints them. Includes are refused, never fetched.

`asciidoc.py` reads the header and walks the lines, `lists.py` reads their markers, `inline.py` the marks
within words, `tables.py` cells, and `preprocess.py` decides conditions.
"""
