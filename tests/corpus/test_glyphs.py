"""Characters as a reader types them."""

from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.corpus.page.glyphs import printed, typed


@pytest.mark.parametrize(
    ("on_paper", "in_words"),
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
def test_print_becomes_what_a_reader_types(on_paper: str, in_words: str) -> None:
    assert typed(on_paper) == in_words


def test_code_points_become_one_character_each() -> None:
    codes = np.array([0x41, 0xD800, 0x1D441, 0xFB01], np.int32)
    assert [ord(c) for c in printed(codes)] == codes.tolist()
