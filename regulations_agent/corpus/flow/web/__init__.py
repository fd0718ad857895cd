"""Web pages: in, HTML of any age and quality; out, blocks as a browser shows them.

`html.py` decodes and parses, `walk.py` goes through the elements, `lists.py` computes markers, `styles.py`
reads the style sheets in the page, `tables.py` tells tables from layout, and `contents.py`
finds the contents list. Nothing that the page names is fetched.
"""
