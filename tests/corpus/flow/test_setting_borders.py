"""Pages of our own: from which width on a line breaks, a column narrows, a row or a block goes overleaf.

Each test says how often the setting turns, and the listing has where, to a hundredth of a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
from tests.corpus.test_borders import once, steps, turns
from tests.listings import as_listed

SENTENCE = "Boats wait at the pier until the bell of the harbour has been rung for them."


def exact(numbers: Iterable[float]) -> str:
    return " ".join(f"{number:.2f}" for number in numbers)


def cell(text: str, columns: int = 1, rows: int = 1, *, bold: bool = False) -> FlowCell:
    return FlowCell((Run(text, bold=bold),) if text else (), columns, rows)


def table(*rows: Sequence[FlowCell | str], measure: float = 300.0) -> list[str]:
    made = set_table(
        [[one if isinstance(one, FlowCell) else cell(one) for one in row] for row in rows], measure
    )
    places = [f"{c.row},{c.column} {c.rows}x{c.columns}: {len(c.lines)}" for c in made.cells]
    return [exact([made.size]), exact(made.edges), exact(made.heights), *places]


def test_columns_are_as_wide_as_their_lines_where_all_fit():
    as_listed(table(("Boat", "Oars"), ("Harbour tug", "none at all")))
    as_listed(table(("Boat", cell("Oars and sails of the season", 2)), ("Tug", "a", "b")))
    as_listed(table((cell("Boat", rows=2), "Oars"), ("none",), ("Tug", "four")))
    as_listed(table(("Boat",), ()))
    as_listed(table((), ()))
    as_listed(table((cell("Boat", rows=9), cell(SENTENCE, rows=2)), ("x",), ("y", "z"), measure=120))


def test_columns_share_the_room_by_what_they_hold_and_the_print_shrinks_to_fit_its_words():
    sizes = turns(range(30, 420, 10), lambda wide: table(("Harbour", SENTENCE, "Oars"), measure=wide)[0])
    assert sizes[0].endswith(": 4.00") and as_listed(sizes)[-1].endswith(": 9.00")
    for wide in (30, 60, 100, 140, 200, 300, 600):
        as_listed(
            table(("Harbour", SENTENCE, "Oars"), ("Tug", cell(f"{SENTENCE} {SENTENCE}", 2)), measure=wide)
        )


def test_cells_beyond_the_last_column_are_set_in_it():
    def last(cells: int) -> str:
        made = set_table([[cell("a")] * cells, [cell("b")]], 9000)
        return f"{made.cells[-2].column} of {len(made.edges) - 1}"

    assert as_listed([last(cells) for cells in (198, 199, 200, 201, 205)]) == [
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
    once(turns(range(70, 110, 5), lambda room: cut(grid(40, 50, 60), room, 500)))
    once(turns(range(20, 60, 5), lambda room: cut(grid(40, 500), room, 500)[:2]))
    as_listed(turns(range(100, 160, 5), lambda full: cut(grid(40, 50, 60), full, full)))
    once(turns(range(70, 110, 5), lambda room: cut(grid(40, 50, 60, spans=[(0, 2)]), room, 500)))
    once(turns(range(70, 110, 5), lambda full: cut(grid(40, 50, 60, spans=[(0, 2)]), full, full)))
    assert cut(grid(20, 20, 50, 60, spans=[(2, 2)]), 45, 500) == [[0, 1], [2, 3]]
    assert cut(grid(40, 50, 60), 39, 500) == [[], [0, 1, 2]] and cut(grid(600), 500, 500) == [[0]]
    assert cut(grid(600, 40), 500, 500) == [[0], [1]] and cut(grid(600), 490, 500) == [[], [0]]


def test_a_row_taller_than_a_page_is_cut_between_its_lines():
    def rows(full: float, lines: int = 4) -> str:
        made = split_tall(grid(lines * 11.25 + 6, 17.25, lines=lines), full)
        return f"{exact(made.heights)} / {[(c.row, c.rows, len(c.lines)) for c in made.cells]}"

    as_listed(turns(steps(10, 60, 1.25), rows))
    assert rows(500).startswith("51.00 17.25 /") and rows(51).startswith("51.00 17.25 /")
    bare = SetTable([], [0.0, 60.0], [700.0], 9.0)
    assert split_tall(bare, 500).heights == [17.25]


def test_a_printed_table_has_a_box_for_each_cell_and_merged_ones_in_all_their_places():
    made = set_table(
        [[cell("Boat", 2), cell("Oars", rows=3)], [cell("Tug"), cell("none")], [cell("Skiff")]], 300
    )
    for rows in ([0, 1, 2], [1, 2], [2]):
        printed = print_rows(made, rows, Box(4, 50.0, 100.0, 50.0, 100.0))
        as_listed([f"{one.text}: {one.box.page} {exact(one.box[1:])}" for row in printed.rows for one in row])
        as_listed(
            [
                exact(printed.box[1:]),
                *(exact(span.box[1:]) for row in printed.rows for c in row for span in c.spans),
            ]
        )
    (row,) = print_rows(set_table([[cell("Boats of the harbour")]], 40), [0], Box(1, 0, 0, 0, 0)).rows
    assert [span.text for span in row[0].spans] == ["Boats ", "of the ", "harbour"]


def words(lines: Sequence[Sequence[Piece]]) -> list[str]:
    return ["|".join(piece.text for piece in line) for line in lines]


def test_a_line_breaks_where_the_next_word_has_no_room():
    runs = [Run("Boats of "), Run("the pier", bold=True), Run(" wait")]
    wide = width_of("Boats of ", runs[0], 10) + width_of("the pier", runs[1], 10)
    assert words(set_lines(runs, wide + 0.01, 10)) == ["Boats of |the pier", "wait"]
    assert words(set_lines(runs, wide - 0.01, 10)) == ["Boats of |the", "pier| wait"]
    as_listed(turns(range(5, 120, 5), lambda measure: words(set_lines(runs, measure, 10))))
    assert words(set_lines([Run("a\n\n b \nc")], 100, 10)) == ["a", "b", "c"] and set_lines([], 100, 10) == []
    assert words(set_lines([Run(" a")], 100, 10)) == ["a"] and words(set_lines([Run(" ")], 100, 10)) == []


@pytest.mark.parametrize("gone", [" old", "old ", " old ", "old", "o ld"])
@pytest.mark.parametrize("before", ["Boats", "Boats "])
@pytest.mark.parametrize("after", ["wait", " wait"])
def test_a_line_ends_in_deleted_words_only_where_words_in_force_part(before: str, gone: str, after: str):
    runs = [Run(before), Run(gone, "deleted"), Run("x", "deleted"), Run(after)]
    as_listed([words(set_lines(runs, measure, 10)) for measure in (1, 40, 55, 200)])


def test_preformatted_words_stand_at_their_columns():
    def pieces(text: str, measure: float = 400.0, size: float = 10.0) -> list[str]:
        lines = set_on_grid([Run(part) for part in text.split("|")], measure, size)
        return [" / ".join(f"{p.text} {p.x:.2f} {p.width:.2f}" for p in line) for line in lines]

    as_listed(pieces("Boat   Oars\n  Tug\t4\n\nWWWWWWWWWW  none|  at all\n"))
    as_listed(pieces("Boat   Oars", size=20))
    as_listed(turns(range(20, 130, 10), lambda measure: pieces("    Boats of  the pier", measure)))


def test_pieces_stand_at_their_place_and_raised_ones_above_it():
    runs = [Run("Boats"), Run("2", sup=True), Run("old", "deleted", italic=True), Run("wait", bold=True)]
    pieces = [Piece(run.text, run, 30.0 * n, 20.0) for n, run in enumerate(runs)]
    as_listed(
        [f"{s.text!r} {s.size} {s.sup} {exact(s.box[1:])}" for s in spans_of(pieces, Place(2, 50, 400, 10))]
    )
    near = turns(
        steps(-0.5, 0.5, 0.05),
        lambda gap: [s.text for s in spans_of([Piece("a", runs[0], 0, 5), Piece("b", runs[1], 5 + gap, 5)],
                                              Place(1, 0, 0, 10))],
    )  # fmt: skip
    once(near)
    assert width_of("2", runs[1], 10) == pytest.approx(0.7 * width_of("2", runs[0], 10))


KINDS = (
    *(Block("heading", (Run(f"Heading {level}"),), level, f"{level}.") for level in range(11)),
    Block("paragraph", (Run(SENTENCE * 3),)),
    Block("item", (Run(SENTENCE * 2),), 1, "(a)"),
    Block("item", (Run("Oars."),), 2, "•"),
    Block("item", (Run("Oars of ash."),), 3, "a long number"),
    Block("item", (Run("no list"),), 0, "1."),
    Block("paragraph", (Run("goes on"),), 2),
    Block("preformatted", (Run("Boat    Oars\n\nTug     none"),), 1),
    Block("footnote", (Run("A note."),), 0, "1"),
    Block("paragraph", (), 0, "5."),
    Block("paragraph", (Run("gone"),), 0, "6.", "deleted"),
    Block("table", level=1, rows=((cell("Boat"), cell("Oars")),)),
    Block("item", (Run("deep"),), 11, "-"),
    Block("item", (Run("deeper"),), 12, "-"),
    Block("item", (Run("deepest"),), 13, "-"),
)


def told(pages: Iterable[PageLines]) -> list[str]:
    return [
        f"{part.box.page} {exact(part.box[1:])} "
        + (f"{part.gap} {part.number!r} {part.text_x0:.2f} {part.level} {part.spans[0].size}"
           if isinstance(part, TextLine) else "table")
        for page in pages for part in page.body
    ]  # fmt: skip


def test_each_kind_of_block_has_its_size_indent_and_distance():
    as_listed(told(typeset(Flow(KINDS)).pages))


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


@pytest.mark.parametrize("kind", ["paragraph", "heading", "item", "table", "preformatted"])
def test_a_block_goes_overleaf_where_its_page_is_full(kind: str):
    """A heading goes with the two lines below it."""
    last = {
        "table": Block("table", rows=((cell("Boat"),), (cell("Tug"),))),
        "preformatted": Block("preformatted", (Run("a\nb\nc\nd"),)),
    }.get(kind, Block(kind, (Run(SENTENCE * 4),), 1))  # type: ignore[arg-type]

    def pages(lines: int) -> list[int]:
        return [len(page.body) for page in typeset(Flow((filler(lines), last))).pages[-2:]]

    as_listed(turns(range(44, 60), pages))


def filler(lines: int) -> Block:
    return Block("preformatted", (Run("\n".join(["x"] * lines)),))


def test_a_long_heading_takes_no_more_than_half_of_a_page_with_it():
    for long in (1, 3, 30):
        heading = Block("heading", (Run(SENTENCE * long),), 6)
        as_listed(
            turns(
                range(0, 60),
                lambda lines, last=heading: len(typeset(Flow((filler(lines), last))).pages[0].body),
            )
        )


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
    as_listed([level([long] * a + [short] * b) for a, b in ((2, 0), (3, 0), (2, 1), (2, 2), (1, 2), (2, 3))])
    once(turns(range(90, 110), lambda length: level(["B" * length] * 3)[0]))
    once(turns(range(8, 16), lambda count: level([" ".join(["Boats"] * count) + "."] * 3)[0]))
    assert level(["oars"] * 3)[0] == ("item", 0) and level(["Oars;"] * 3)[1] == ("paragraph", 0)
    assert level([long] * 3, Block("heading", (Run(long),), 5))[-1] == ("heading", 5)
    assert level([long] * 3, *[Block("heading", (Run(long),), 5)] * 3)[-1] == ("paragraph", 2)
    assert level([long] * 2, Block("heading", (Run(long),), 3, contents=True))[0] == ("heading", 3)


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
    assert as_listed([f"{rows[:1]} to {rows[-1:]}" for rows in ruled])[::3] == ["[] to []"] * 2


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
    edges = [(pixels == 0x90).all(axis=2).mean(axis=axis) > 0.1 for axis in (0, 1)]
    as_listed([np.flatnonzero(edge).tolist() for edge in edges])
    letters = as_listed([f"{letter} {exact(place)}" for letter, *place in letters_on(page)])
    assert [letter[0] for letter in letters] == ["W", "a", "b"]
