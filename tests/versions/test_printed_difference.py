"""The benchmark against a publisher's difference page reads its marks and counts what is found."""

from __future__ import annotations

from collections import Counter

from benchmarks.printed_difference import blocks_of, measured
from regulations_agent.types.changes import ChangeView

_PAGE = """<style>p {}</style>
<p>A boat has <span class="diff_delete">two</span><span class="diff_insert">three</span> sails.</p>
<ul><li>Oars</li></ul>
<p><span class="diff_insert">A <b>drum</b> is beaten.</span></p>"""


def test_a_block_knows_its_marked_words() -> None:
    marked = [block.marked for block in blocks_of(_PAGE)]
    assert marked == [Counter(two=1, three=1), Counter(), Counter(a=1, drum=1, **{"is": 1}, beaten=1)]


def test_what_is_not_said_is_missed_and_what_is_not_printed_is_wrong() -> None:
    def added(text: str) -> ChangeView:
        return ChangeView("added", (), ("b/1",), 1.0, 1.0, "", text, (), (), None, "", (), ())

    lines = list(measured([added("A drum is beaten."), added("Nobody sleeps here.")], blocks_of(_PAGE)))
    assert lines[0] == "2 printed of 1 words or more, recall 0.500"
    assert "precision 0.500" in "\n".join(lines) and "missed: two three" in lines
