"""Law as its publishers give it: in, a publisher's files; out, blocks with the clauses' own numbers.

`ecfr.py` reads the Code of Federal Regulations, `eurlex.py` the Official Journal of the European Union,
`clml.py` the legislation of the United Kingdom. Numbers are those by which each law is cited, nesting is the
publisher's.
"""
