"""Pages of our own: from which width on a line breaks, a column narrows, a row or a block goes overleaf."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from regulations_agent.corpus.flow.blocks import Block, Flow, FlowCell, Run
from regulations_agent.corpus.flow.draw import draw, letters_on
from regulations_agent.corpus.flow.headings import text_apart
from regulations_agent.corpus.flow.setting import Piece, Place, set_lines, set_on_grid, spans_of, width_of
from regulations_agent.corpus.flow.tables import SetCell, SetTable, cut, print_rows, set_table, split_tall
from regulations_agent.corpus.flow.typeset import MARGIN, WIDTH, typeset
from regulations_agent.corpus.page.lines import PageLines, Span, State, TextLine
from regulations_agent.types.document import Box

SENTENCE = "Boats wait at the pier until the bell of the harbour has been rung for them."


def cell(text: str, columns: int = 1, rows: int = 1, *, bold: bool = False) -> FlowCell:
    return FlowCell((Run(text, bold=bold),) if text else (), columns, rows)


def table(*rows: Sequence[FlowCell | str], measure: float = 300.0) -> SetTable:
    return set_table(
        [[one if isinstance(one, FlowCell) else cell(one) for one in row] for row in rows], measure
    )


def widths(made: SetTable) -> list[float]:
    return [right - left for left, right in pairwise(made.edges)]


def places(made: SetTable) -> list[tuple[int, int, int, int]]:
    """Row, column, rows and columns of each cell."""
    return [(cell.row, cell.column, cell.rows, cell.columns) for cell in made.cells]


def filled(words: str) -> float:
    """The width of a cell that holds the words in a line."""
    return width_of(words, Run(words), 9) + 6.5


def test_columns_are_as_wide_as_their_lines_where_all_fit():
    made = table(("Boat", "Oars"), ("Harbour tug", "none at all"))
    assert widths(made) == pytest.approx([filled("Harbour tug"), filled("none at all")])
    assert made.size == 9 and made.heights == [17.25, 17.25]
    assert all(len(cell.lines) == 1 for cell in made.cells)
    spread = "Oars and sails of the season"
    first, *others = widths(table(("Boat", cell(spread, 2)), ("Tug", "a", "b")))
    assert (first, sum(others)) == pytest.approx((filled("Boat"), filled(spread))) and len(others) == 2


def test_cells_that_reach_down_push_the_cells_below_aside():
    made = table((cell("Boat", rows=2), "Oars"), ("none",), ("Tug", "four"))
    assert places(made) == [(0, 0, 2, 1), (0, 1, 1, 1), (1, 1, 1, 1), (2, 0, 1, 1), (2, 1, 1, 1)]
    made = table((cell("Boat", rows=9), cell(SENTENCE, rows=2)), ("x",), ("y", "z"), measure=120)
    assert places(made) == [(0, 0, 3, 1), (0, 1, 2, 1), (1, 2, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1)]
    low, tall, last = made.heights
    assert low == last == 17.25 and low + tall >= 11.25 * len(made.cells[1].lines)


def test_rows_without_cells_are_as_high_as_a_line():
    assert (table(("Boat",), ()).heights, table((), ()).heights) == ([17.25] * 2, [17.25] * 2)


def test_columns_share_the_room_by_what_they_hold_and_the_print_shrinks_to_fit_its_words():
    rows = ("Harbour", SENTENCE, "Oars"), ("Tug", cell(f"{SENTENCE} {SENTENCE}", 2))
    least, small, larger, whole = (table(*rows, measure=wide) for wide in (30, 60, 100, 300))
    assert least.size == 4 < small.size < larger.size < whole.size == 9
    assert [made.edges[-1] for made in (small, larger, whole)] == pytest.approx([60, 100, 300])
    harbour, sentence, oars = widths(whole)
    assert sentence > max(harbour, oars) and max(len(cell.lines) for cell in whole.cells) == 3


def test_cells_beyond_the_last_column_are_set_in_it():
    def last(cells: int) -> str:
        made = set_table([[cell("a")] * cells, [cell("b")]], 9000)
        return f"{made.cells[-2].column} of {len(made.edges) - 1}"

    assert [last(cells) for cells in (198, 199, 200, 201, 205)] == [
        f"{min(cells, 200) - 1} of {min(cells, 200)}" for cells in (198, 199, 200, 201, 205)
    ]
    made = set_table([[cell("a", 199, 2), cell("b", 5)], [cell("c"), cell("d")]], 9000)
    assert [(c.row, c.column, c.columns, c.rows) for c in made.cells] == [
        (0, 0, 199, 2), (0, 199, 1, 1), (1, 199, 1, 1), (1, 199, 1, 1),
    ]  # fmt: skip


def grid(
    *heights: float, spans: Sequence[tuple[int, int]] = (), lines: int = 1, size: float = 9.0
) -> SetTable:
    """A table of one column; `spans` are (row, rows) of cells that reach down."""
    line = [Piece("boat", Run("boat"), 0.0, 20.0)]
    deep = dict(spans)
    cells = [SetCell([line] * lines, row, 0, deep.get(row, 1), 1) for row in range(len(heights))]
    return SetTable(cells, [0.0, 60.0], list(heights), size)


def test_rows_go_overleaf_where_the_page_is_full_and_stay_with_what_they_share():
    rows, joined = grid(40, 50, 60), grid(40, 50, 60, spans=[(0, 2)])
    for made in (rows, joined):
        assert (cut(made, 80, 500), cut(made, 100, 500)) == ([[], [0, 1, 2]], [[0, 1], [2]])
    assert (cut(grid(40, 500), 30, 500), cut(grid(40, 500), 50, 500)) == ([[], [0], [1]], [[0], [1]])
    assert (cut(rows, 120, 120), cut(rows, 155, 155)) == ([[0, 1], [2]], [[0, 1, 2]])
    assert (cut(joined, 80, 80), cut(joined, 100, 100)) == ([[0], [1], [2]], [[0, 1], [2]])
    assert cut(grid(20, 20, 50, 60, spans=[(2, 2)]), 45, 500) == [[0, 1], [2, 3]]
    assert cut(grid(40, 50, 60), 39, 500) == [[], [0, 1, 2]] and cut(grid(600), 500, 500) == [[0]]
    assert cut(grid(600, 40), 500, 500) == [[0], [1]] and cut(grid(600), 490, 500) == [[], [0]]


def test_a_row_taller_than_a_page_is_cut_between_its_lines():
    def parts(full: float) -> list[tuple[float, int]]:
        made = split_tall(grid(4 * 11.25 + 6, 17.25, lines=4), full)
        return [(made.heights[cell.row], len(cell.lines)) for cell in made.cells]

    assert parts(500) == parts(55) == [(51.0, 4), (17.25, 4)]
    assert parts(45) == [(39.75, 3), (17.25, 1)] * 2
    assert parts(30) == [(28.5, 2)] * 4 and parts(10) == [(17.25, 1)] * 8
    bare = SetTable([], [0.0, 60.0], [700.0], 9.0)
    assert split_tall(bare, 500).heights == [17.25]


def test_a_printed_table_has_a_box_for_each_cell_and_merged_ones_in_all_their_places():
    made = set_table(
        [[cell("Boat", 2), cell("Oars", rows=3)], [cell("Tug"), cell("none")], [cell("Skiff")]], 300
    )
    at = Box(4, 50.0, 100.0, 50.0, 100.0)
    whole = print_rows(made, [0, 1, 2], at)
    assert [[one.text for one in row] for row in whole.rows] == [
        ["Boat", "Boat", "Oars"], ["Tug", "none", "Oars"], ["Skiff", "", "Oars"],
    ]  # fmt: skip
    (boat, same, oars), (tug, none, below), _ = whole.rows
    assert boat == same and oars == below
    middle, right, end = (50 + edge for edge in made.edges[1:])
    assert boat.box[1:] == pytest.approx((50, 100, right, 117.25))
    assert oars.box[1:] == pytest.approx((right, 100, end, 151.75))
    assert tug.box.x1 == none.box.x0 == pytest.approx(middle) and tug.box.top == boat.box.bottom
    assert whole.box[1:] == pytest.approx((50, 100, end, 151.75)) and boat.box.page == whole.box.page == 4
    for row in whole.rows:
        for one in row:
            assert all(one.box.x0 < span.box.x0 and span.box.x1 < one.box.x1 for span in one.spans)


def test_a_merged_cell_whose_first_row_stands_overleaf_is_empty():
    made = set_table([[cell("Boat", rows=3), cell("Oars")], [cell("none")], [cell("four")]], 300)
    printed = print_rows(made, [1, 2], Box(4, 50.0, 100.0, 50.0, 100.0))
    assert [[one.text for one in row] for row in printed.rows] == [["", "none"], ["", "four"]]
    assert printed.box.top == 100 and printed.box.bottom == 134.5


def test_a_cell_of_several_lines_has_a_run_for_each():
    (row,) = print_rows(set_table([[cell("Boats of the harbour")]], 40), [0], Box(1, 0, 0, 0, 0)).rows
    assert [span.text for span in row[0].spans] == ["Boats ", "of the ", "harbour"]


def words(lines: Sequence[Sequence[Piece]]) -> list[str]:
    return ["|".join(piece.text for piece in line) for line in lines]


def test_a_line_breaks_where_the_next_word_has_no_room():
    runs = [Run("Boats of "), Run("the pier", bold=True), Run(" wait")]
    wide = width_of("Boats of ", runs[0], 10) + width_of("the pier", runs[1], 10)
    assert words(set_lines(runs, wide + 0.01, 10)) == ["Boats of |the pier", "wait"]
    assert words(set_lines(runs, wide - 0.01, 10)) == ["Boats of |the", "pier| wait"]
    assert words(set_lines(runs, 5, 10)) == ["Boats", "of", "the", "pier", "wait"]
    assert words(set_lines(runs, 120, 10)) == ["Boats of |the pier| wait"]
    assert words(set_lines([Run("a\n\n b \nc")], 100, 10)) == ["a", "b", "c"] and set_lines([], 100, 10) == []
    assert words(set_lines([Run(" a")], 100, 10)) == ["a"] and words(set_lines([Run(" ")], 100, 10)) == []


@pytest.mark.parametrize("gone", [" old", "old ", " old ", "old", "o ld"])
@pytest.mark.parametrize("before", ["Boats", "Boats "])
@pytest.mark.parametrize("after", ["wait", " wait"])
def test_a_line_ends_in_deleted_words_only_where_words_in_force_part(before: str, gone: str, after: str):
    runs = [Run(before), Run(gone, "deleted"), Run("x", "deleted"), Run(after)]
    narrow, wide = words(set_lines(runs, 1, 10)), words(set_lines(runs, 200, 10))
    assert (len(narrow) > 1) == (before.endswith(" ") or after.startswith(" ")) and len(wide) == 1
    letters = {"".join(lines).replace("|", "").replace(" ", "") for lines in (narrow, wide)}
    assert letters == {"Boatsoldxwait"}


def test_preformatted_words_stand_at_their_columns():
    def pieces(text: str, measure: float = 400.0, size: float = 10.0) -> list[list[tuple[str, float]]]:
        lines = set_on_grid([Run(part) for part in text.split("|")], measure, size)
        return [[(piece.text, round(piece.x, 2)) for piece in line] for line in lines]

    assert pieces("Boat   Oars\n  Tug\t4\n\n") == [
        [("Boat", 0), ("Oars", 7 * 6.2)], [("Tug", 2 * 6.2), ("4", 8 * 6.2)], [], [],
    ]  # fmt: skip
    assert pieces("Boat   Oars", size=20) == [[("Boat", 0), ("Oars", 7 * 12.4)]]
    (line,) = set_on_grid([Run("WWWWWWWWWW  none"), Run("  at all")], 400, 10)
    assert [piece.text for piece in line] == ["WWWWWWWWWW", "none", "at all"]
    assert all(left.x + left.width < right.x for left, right in pairwise(line))


def test_a_preformatted_line_that_is_too_wide_goes_on_at_its_indent():
    def lines(measure: float) -> list[tuple[float, str]]:
        return [
            (round(line[0].x, 2), " ".join(piece.text for piece in line))
            for line in set_on_grid([Run("    Boats of  the pier")], measure, 10)
        ]

    assert lines(120) == [(24.8, "Boats of  the pier")]
    assert lines(60) == [(24.8, "Boats"), (24.8, "of  the"), (24.8, "pier")]
    assert lines(20) == [(10, "Boats"), (10, "of"), (10, "the"), (10, "pier")]


def test_pieces_stand_at_their_place_and_raised_ones_above_it():
    runs = [Run("Boats"), Run("2", sup=True), Run("old", "deleted", italic=True), Run("wait", bold=True)]
    pieces = [Piece(run.text, run, 30.0 * n, 20.0) for n, run in enumerate(runs)]
    spans = spans_of(pieces, Place(2, 50, 400, 10))
    assert [span.text for span in spans] == ["Boats ", "2 ", "old ", "wait"]
    assert [(span.box.page, span.box.x0) for span in spans] == [(2, 50), (2, 80), (2, 110), (2, 140)]
    first, raised, *_ = spans
    assert raised.sup and raised.size == 7 and raised.box.top < first.box.top
    assert raised.box.bottom < first.box.bottom

    def texts(gap: float) -> list[str]:
        near = [Piece("a", runs[0], 0, 5), Piece("b", runs[1], 5 + gap, 5)]
        return [span.text for span in spans_of(near, Place(1, 0, 0, 10))]

    assert (texts(-0.5), texts(0), texts(0.5)) == (["a", "b"], ["a", "b"], ["a ", "b"])
    assert width_of("2", runs[1], 10) == pytest.approx(0.7 * width_of("2", runs[0], 10))


def lines_of(*blocks: Block) -> list[TextLine]:
    (page,) = typeset(Flow(blocks)).pages
    return [part for part in page.body if isinstance(part, TextLine)]


def test_headings_are_larger_than_text_and_no_smaller_than_those_below_them():
    heads = [Block("heading", (Run("Boats"),), level) for level in range(1, 11)]
    *lines, text = lines_of(*heads, Block("paragraph", (Run("wait"),)))
    sizes = [line.spans[0].size for line in lines]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > sizes[-1] > text.spans[0].size
    assert {line.gap for line in lines[1:]} == {14}
    assert [line.level for line in lines] == [*range(1, 10), 9]


def test_items_stand_a_step_further_in_for_each_level_and_their_words_beside_the_number():
    items = [Block("item", (Run("Oars."),), level, "•") for level in range(1, 15)]
    lines = lines_of(*items)
    steps = [right.box.x0 - left.box.x0 for left, right in pairwise(lines)]
    assert steps == pytest.approx([20] * 11 + [0] * 2)
    assert all(line.text_x0 == pytest.approx(line.box.x0 + 20) for line in lines)
    (long,) = lines_of(Block("item", (Run("Oars."),), 1, "a long number"))
    assert long.text_x0 > long.box.x0 + width_of("a long number", Run(""), 10)


def test_blocks_stand_further_apart_than_lines_and_notes_are_small():
    first, *others = lines_of(
        Block("paragraph", (Run(SENTENCE * 2),)),
        Block("item", (Run("Oars."),), 1, "(a)"),
        Block("preformatted", (Run("Boat    Oars\n\nTug     none"),)),
        Block("footnote", (Run("A note."),), 0, "1"),
        Block("paragraph", (Run("wait"),)),
    )
    assert [line.gap for line in others] == [3, 7, 9, 16, 9, 9]
    note = others[-2]
    assert note.box.bottom - note.box.top < first.box.bottom - first.box.top and note.number == "1"


def test_a_number_that_was_deleted_is_printed_struck_and_numbers_nothing():
    (line,) = lines_of(Block("paragraph", (Run("wait"),), 0, "6.", "deleted"))
    struck, kept = line.spans
    assert line.number == "" and (struck.text.strip(), struck.state) == ("6.", "deleted")
    assert (kept.text, kept.state) == ("wait", "kept")


@pytest.mark.parametrize("kind", ["paragraph", "heading", "item", "table", "preformatted", "footnote"])
@pytest.mark.parametrize("level", [1, 5])
def test_lines_of_every_kind_end_at_the_right_margin(kind: str, level: int):
    block = (
        Block("table", (), level, rows=((cell(SENTENCE * 9),),))
        if kind == "table"
        else Block(kind, (Run(SENTENCE * 9),), level, "7")  # type: ignore[arg-type]
    )
    ends = [part.box.x1 for part in typeset(Flow((block,))).pages[0].body]
    assert WIDTH - MARGIN - 60 < max(ends) <= WIDTH - MARGIN + 0.01


@pytest.mark.parametrize(
    ("kind", "below"),
    {
        "paragraph": [[48], [55, 3], [56, 6]],
        "item": [[48], [55, 3], [56, 6]],
        "preformatted": [[48], [55, 3], [56, 6]],
        "table": [[45], [54, 1], [56, 3]],
        "heading": [[44, 6], [54, 6], [56, 8]],
    }.items(),
)
def test_a_block_goes_overleaf_where_its_page_is_full(kind: str, below: list[list[int]]):
    """A heading goes with the two lines below it."""
    last = {
        "table": Block("table", rows=((cell("Boat"),), (cell("Tug"),))),
        "preformatted": Block("preformatted", (Run("a\nb\nc\nd"),)),
    }.get(kind, Block(kind, (Run(SENTENCE[:-1] * 4),), 1))  # type: ignore[arg-type]

    def pages(lines: int) -> list[int]:
        return [len(page.body) for page in typeset(Flow((filler(lines), last))).pages[-2:]]

    assert [pages(lines) for lines in (44, 54, 58)] == below


def filler(lines: int) -> Block:
    return Block("preformatted", (Run("\n".join(["x"] * lines)),))


def test_a_long_heading_takes_no_more_than_half_of_a_page_with_it():
    def beside(lines: int, long: int) -> int:
        """Lines of the heading on the page that has so many lines above it."""
        heading = Block("heading", (Run("\n".join(["Boats"] * long)),), 6)
        return len(typeset(Flow((filler(lines), heading))).pages[0].body) - lines

    assert (beside(20, 1), beside(52, 1), beside(54, 1)) == (1, 1, 0)
    assert (beside(20, 3), beside(48, 3), beside(52, 3)) == (3, 3, 0)
    assert beside(0, 40) == 40 and 20 < beside(20, 40) < 40 and beside(30, 40) == 0


def test_contents_and_what_asks_for_it_start_a_page():
    flow = Flow((Block("paragraph", (Run("a"),), new_page=True),
                 Block("paragraph", (Run("b"),), contents=True),
                 Block("table", rows=((cell("c"),),), contents=True), Block("paragraph", (Run("d"),)),
                 Block("paragraph", (Run("e"),), new_page=True)), problems=("torn",))  # fmt: skip
    made = typeset(flow)
    assert [(page.contents, sorted(page.listed), page.problems) for page in made.pages] == [
        (False, [], ("torn",)), (True, [0, 1], ()), (False, [], ()), (False, [], ()),
    ]  # fmt: skip
    assert len(typeset(Flow(())).pages) == 1


def test_headings_that_mostly_are_sentences_are_text():
    def level(said: Sequence[str], *more: Block) -> list[tuple[str, int]]:
        blocks = [Block("heading", (Run(text),), 3, "1" * (n == 0)) for n, text in enumerate(said)]
        return [(block.kind, block.level) for block in text_apart([*blocks, *more])]

    long, short = "Boats wait at the pier,", "Oars"
    for sentences, others in ((2, 0), (1, 2), (2, 3)):
        assert set(level([long] * sentences + [short] * others)) == {("heading", 3)}
    for sentences, others in ((3, 0), (2, 1), (2, 2)):
        first, *rest = level([long] * sentences + [short] * others)
        assert first == ("item", 0) and set(rest) == {("paragraph", 0)}
    assert [level(["B" * length] * 3)[0] for length in (90, 110)] == [("heading", 3), ("item", 0)]
    told = [" ".join(["Boats"] * count) + "." for count in (8, 15)]
    assert [level([text] * 3)[0] for text in told] == [("heading", 3), ("item", 0)]
    assert level(["oars"] * 3)[0] == ("item", 0) and level(["Oars;"] * 3)[1] == ("paragraph", 0)
    assert level([long] * 3, Block("heading", (Run(long),), 5))[-1] == ("heading", 5)
    assert level([long] * 3, *[Block("heading", (Run(long),), 5)] * 3)[-1] == ("paragraph", 2)
    assert level([long] * 2, Block("heading", (Run(long),), 3, contents=True))[0] == ("heading", 3)


def test_bold_headings_stay_headings_among_sentences_of_their_level():
    bold = [Block("heading", (Run(text, bold=True),), 1) for text in ("Boats", "Oars", "Piers")]
    plain = [Block("heading", (Run(text),), 1) for text in ("Between", "Boats wait,", "and at night.")]
    assert [block.kind for block in text_apart([*bold, *plain])] == ["heading"] * 3 + ["paragraph"] * 3


@pytest.mark.parametrize(("numbered", "kind"), [(2, "heading"), (3, "paragraph"), (4, "paragraph")])
def test_a_lead_without_number_among_numbered_headings_is_text(numbered: int, kind: str):
    rules = [Block("heading", (Run("Boats"),), 1, str(n)) for n in range(numbered)]
    lead, end = Block("heading", (Run("The club shall:"),), 1), Block("heading", (Run("Annex"),), 1)
    assert [block.kind for block in text_apart([*rules, lead, end])] == [
        *["heading"] * numbered, kind, "heading",
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["", ".", ","])
def test_a_heading_as_long_as_a_paragraph_is_one(end: str):
    def kind(length: int) -> str:
        return text_apart([Block("heading", (Run("x" * (length - len(end)) + end),), 1)])[0].kind

    most = 200 if end else 400
    assert (kind(most), kind(most + 1)) == ("heading", "paragraph")


def page_of(*states: State, size: float = 10.0) -> PageLines:
    spans = [
        Span("MMMM", state, False, False, size, "#000000", Box(1, 20 + 60.0 * n, 20, 60 + 60 * n, 20 + size))
        for n, state in enumerate(states)
    ]
    return PageLines(1, 300.0, 100.0, (TextLine(tuple(spans), Box(1, 20, 20, 260, 30), 0.0),))


def ink(pixels: np.ndarray) -> str:
    """The colour of most that is no paper."""
    flat = pixels.reshape(-1, 3)
    found, counts = np.unique(flat[(flat < 255).any(axis=1)], axis=0, return_counts=True)
    return "#" + "".join(f"{int(part):02x}" for part in found[counts.argmax()])


def test_words_are_drawn_in_the_colour_of_what_became_of_them():
    page = page_of("kept", "inserted", "deleted", "note")
    drawing = draw(page, 900)
    assert (drawing.width, drawing.height, drawing.pixels.shape) == (300.0, 100.0, (300, 900, 3))
    assert [ink(drawing.pixels[:, x : x + 170]) for x in (55, 235, 415, 595)] == [
        "#000000", "#0040c0", "#c00000", "#606060",
    ]  # fmt: skip


def test_struck_words_have_a_line_through_them_and_inserted_ones_one_below():
    pixels = draw(page_of("kept", "inserted", "deleted", "note"), 1200).pixels
    ruled = [
        [n for n, row in enumerate((pixels[:, x : x + 160] < 250).any(axis=2)) if row.all()]
        for x in (80, 320, 560, 800)
    ]
    kept, inserted, struck, note = ruled
    letters = range(80, 121)
    assert kept == note == [] and inserted and struck
    assert set(struck) < set(letters[10:-10]) and max(struck) < min(inserted)


def test_a_drawing_that_would_be_too_large_is_drawn_as_large_as_asked():
    tall = PageLines(1, 10.0, 4000.0, ())
    assert draw(tall, 8).pixels.shape == (3200, 8, 3)
    narrow = PageLines(1, 4.0, 6.0, tuple(page_of("kept").body))
    assert draw(narrow, 9).pixels.shape == (14, 9, 3)


def test_cells_are_drawn_with_their_edges_once():
    one = set_table([[cell("W", 2)], [cell("a"), cell("b")]], 200)
    page = PageLines(1, 100.0, 60.0, (print_rows(one, [0, 1], Box(1, 10, 10, 10, 10)),))
    pixels = draw(page, 400).pixels
    assert ink(pixels) == "#909090"
    for axis, places in ((0, one.edges), (1, [0, *np.cumsum(one.heights)])):
        ruled = np.flatnonzero((pixels < 255).all(axis=2).mean(axis=axis) > 0.2)
        near = [round(4 * (10 + place)) for place in places]
        assert all(min(abs(at - place) for place in near) <= 1 for at in ruled)
        assert all(min(abs(ruled - place)) <= 1 for place in near)
    letters = {letter: places for letter, *places in letters_on(page)}
    assert list(letters) == ["W", "a", "b"]
    assert letters["W"][2] < letters["a"][2] == letters["b"][2] and letters["a"][1] < letters["b"][0]
