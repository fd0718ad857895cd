"""Word documents (DOCX): in, the bytes of the zip; out, blocks with the numbers that Word prints.

`docx.py` walks the body, `text.py` reads runs with their tracked changes, `styles.py` says how they look, and
`numbering.py` computes list and heading numbers (ECMA-376, part 1, chapter 17).
"""
