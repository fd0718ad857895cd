"""Characters as a reader types them."""

from __future__ import annotations

import pytest

from regulations_agent.corpus.glyphs import decode


@pytest.mark.parametrize(
    ("printed", "typed"),
    [
        ("de\ufb01ned \ufb02ag", "defined flag"),
        ("a\u00a0b\u2009c", "a b c"),
        ("non\u2011binding", "non-binding"),
        ("post\x02qualifying", "post-qualifying"),
        ("\uf0b7 item", "• item"),
        ("\U0001d441 = 2", "N = 2"),
        ("zero\u200bwidth", "zerowidth"),
        ("“quoted”", "“quoted”"),
    ],
)
def test_print_becomes_what_a_reader_types(printed: str, typed: str) -> None:
    assert decode(map(ord, printed)) == typed
