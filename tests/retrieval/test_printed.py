"""Own paragraphs and items of a clause follow one another as printed."""

from regulations_agent.retrieval.printed import Stretch, printed_order
from regulations_agent.types.document import Box, Clause, Line


def _box(top: float, x0: float = 50, x1: float = 500, page: int = 1) -> Box:
    return Box(page, x0, top, x1, top + 10)


def _item(number: str, box: Box) -> Clause:
    return Clause(f"b/{number}", number, "", "b/1", "item", box.page, f"text of {number};", boxes=(box,))


HEAD, TAIL = "The stewards impose:", "No appeal lies."


def _clause(head: Box, tail: Box) -> Clause:
    lines = (Line(0, head), Line(len(HEAD) + 1, tail))
    return Clause("b/1", "1", "", None, "clause", 1, f"{HEAD}\n{TAIL}", lines=lines, boxes=(head, tail))


def _words(clause: Clause, items: list[Clause]) -> list[str]:
    return [
        clause.text[p.start : p.end] if isinstance(p, Stretch) else p.number
        for p in printed_order(clause, items)
    ]


def test_a_paragraph_below_the_items_follows_them():
    items = [_item("1a", _box(112)), _item("1b", _box(124))]
    assert _words(_clause(_box(100), _box(136)), items) == [HEAD, "1a", "1b", TAIL]


def test_a_paragraph_between_two_items_stands_between_them():
    items = [_item("1a", _box(112)), _item("1b", _box(136))]
    assert _words(_clause(_box(100), _box(124)), items) == [HEAD, "1a", TAIL, "1b"]


def test_paragraphs_above_the_items_stay_together():
    items = [_item("1a", _box(124)), _item("1b", _box(136))]
    assert _words(_clause(_box(100), _box(112)), items) == [f"{HEAD}\n{TAIL}", "1a", "1b"]


def test_the_next_page_and_the_next_column_come_later():
    item = _item("1a", _box(700, 50, 250))
    assert _words(_clause(_box(680, 50, 250), _box(60, 50, 250, page=2)), [item]) == [HEAD, "1a", TAIL]
    assert _words(_clause(_box(680, 50, 250), _box(60, 300, 500)), [item]) == [HEAD, "1a", TAIL]


def test_without_places_on_paper_own_text_comes_first():
    clause = Clause("b/1", "1", "", None, "clause", 1, f"{HEAD}\n{TAIL}")
    assert _words(clause, [_item("1a", _box(112))]) == [f"{HEAD}\n{TAIL}", "1a"]
