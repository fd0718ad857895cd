"""How far apart is apart: what is drawn a little further each time is read otherwise from some place on."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.layout.layout import page_lines
from regulations_agent.corpus.page.lines import PageLines, Span, State, Table, TextLine
from regulations_agent.corpus.print.markup import Ink, family, make_palette, read_legend
from tests.corpus.paper import HEIGHT, make_pdf, say
from tests.listings import as_listed

V = TypeVar("V")
R = TypeVar("R")
SIZE = 11.0
PROSE = ("Boats pass the pier", "slowly and keep to the", "right hand of the pier", "while bells are ringing")


def steps(first: float, last: float, step: float) -> list[float]:
    return [round(first + step * n, 3) for n in range(int((last - first) / step + 1.5))]


def turns(values: Iterable[V], read: Callable[[V], object]) -> list[str]:
    """What is read, and from which value on, each time it turns."""
    found = [(value, str(read(value))) for value in values]
    places = [list(group) for _, group in groupby(found, key=lambda pair: pair[1])]
    return [f"{group[0][0]}: {group[0][1]}" for group in places]


def in_turn(values: Iterable[V], read: Callable[[V], R]) -> list[R]:
    """What is read from the first value to the last, each reading once until it turns."""
    return [reading for reading, _ in groupby(map(read, values))]


def once(found: Sequence[str]) -> Sequence[str]:
    """The reading turns once."""
    assert len(as_listed(found)) == 2, found
    return found


def within(found: Sequence[str]) -> Sequence[str]:
    """The reading is another one between two places."""
    assert len(as_listed(found)) == 3, found
    assert found[0].partition(": ")[2] == found[2].partition(": ")[2]
    return found


def drawn(path: Path, draw: Callable[[Canvas], None]) -> PageLines:
    return page_lines(make_pdf(path / "a.pdf", draw)).pages[0]


def lines(page: PageLines) -> list[TextLine]:
    return [part for part in page.body if isinstance(part, TextLine)]


def spans(page: PageLines) -> list[Span]:
    return [span for line in lines(page) for span in line.spans]


def gone(page: PageLines) -> str:
    return "".join(span.text for span in spans(page) if span.state == "deleted").strip()


def wide(canvas: Canvas, text: str) -> float:
    return float(canvas.stringWidth(text, "Helvetica", SIZE))


def barred(
    rise: float = 3.0, thick: float = 0.7, before: float = 0.0, after: float = 0.0, grey: float = 0.0
) -> Callable[[Canvas], None]:
    """`Boats wait here.` with a bar over `wait`, so many points longer at either end."""

    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 200, "Boats wait here.")
        left = 60 + wide(canvas, "Boats ")
        canvas.setFillGray(grey)
        canvas.rect(
            left - before,
            HEIGHT - 200 + rise - thick / 2,
            wide(canvas, "wait") + before + after,
            thick,
            stroke=0,
            fill=1,
        )
        canvas.setFillGray(0)

    return draw


def test_a_bar_through_the_middle_of_a_word_strikes_it_and_one_below_or_above_does_not(tmp_path: Path):
    for rise in (2, 3, 5):
        assert gone(drawn(tmp_path, barred(rise=rise))) == "wait"
    for rise in (-2, 0, 7.5, 9):
        assert gone(drawn(tmp_path, barred(rise=rise))) == ""


def test_a_thick_bar_is_no_strike(tmp_path: Path):
    struck = in_turn(steps(1.5, 3, 0.5), lambda thick: gone(drawn(tmp_path, barred(thick=thick))))
    assert struck == ["wait", ""]


def test_a_bar_strikes_the_letters_of_which_it_covers_half(tmp_path: Path):
    assert in_turn(steps(-20, 30, 1), lambda after: gone(drawn(tmp_path, barred(after=after)))) == [
        "",
        "w",
        "wa",
        "wai",
        "wait",
        "wait h",
        "wait he",
        "wait her",
        "wait here",
        "wait here.",
    ]
    assert in_turn(steps(-20, 30, 1), lambda before: gone(drawn(tmp_path, barred(before=before)))) == [
        "",
        "t",
        "it",
        "ait",
        "wait",
        "s wait",
        "ts wait",
        "ats wait",
        "oats wait",
        "Boats wait",
    ]


def test_a_bar_that_runs_on_far_beyond_its_line_is_a_rule(tmp_path: Path):
    assert gone(drawn(tmp_path, barred(after=60))) == "wait here."
    assert gone(drawn(tmp_path, barred(after=100))) == ""


def test_white_covers_and_does_not_strike(tmp_path: Path):
    assert gone(drawn(tmp_path, barred(grey=0.8))) == "wait"
    assert gone(drawn(tmp_path, barred(grey=1))) == ""


def two(
    gap: float, rise: float = 0.0, size: float = SIZE, first: str = "Boats", second: str = "wait"
) -> Callable[[Canvas], None]:
    """Two words so far apart, the second so much higher."""

    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 200, first)
        canvas.setFont("Helvetica", size)
        canvas.drawString(60 + wide(canvas, first) + gap, HEIGHT - 200 + rise, second)
        say(canvas, 60, 260, "Oars are red.")

    return draw


@pytest.mark.parametrize("size", [6.0, 11.0, 20.0])
def test_a_blank_between_letters_parts_words_from_some_width_on(tmp_path: Path, size: float):
    said = in_turn(steps(0, 3, 0.25), lambda gap: lines(drawn(tmp_path, two(gap, size=size)))[0].text)
    assert said == ["Boatswait", "Boats wait"]


def test_letters_far_to_the_left_of_the_last_follow_nothing(tmp_path: Path):
    assert lines(drawn(tmp_path, two(-36)))[0].text == "waitBoats"
    assert lines(drawn(tmp_path, two(-4)))[0].text == "Boatswait"


@pytest.mark.parametrize("first", ["5.3", "a)", "•", "Harbours"])
def test_a_number_stands_in_a_column_of_its_own_from_some_blank_on(tmp_path: Path, first: str):
    found = in_turn(steps(4, 8, 0.5), lambda gap: lines(drawn(tmp_path, two(gap, first=first)))[0].number)
    assert found == ([""] if first == "Harbours" else ["", first])


def test_words_at_nearly_one_height_are_one_line(tmp_path: Path):
    counts = [len(lines(drawn(tmp_path, two(4, rise=rise)))) for rise in (-3, -1, 0, 1, 3)]
    assert counts == [3, 2, 2, 2, 3]


@pytest.mark.parametrize(("size", "raised"), [(6.0, 2), (8.0, 2), (9.0, 2), (9.5, 3)])
def test_small_print_beside_a_word_belongs_to_it_as_high_as_it_may_be_raised(
    tmp_path: Path, size: float, raised: int
):
    counts = [len(lines(drawn(tmp_path, two(0.5, rise, size)))) for rise in (-8, -4, 0, 6, 11)]
    assert counts == [3, raised, 2, raised, 3]


def test_raised_small_print_is_a_superscript(tmp_path: Path):
    def raised(rise: float, size: float = 7.0) -> bool:
        return any(span.sup for span in spans(drawn(tmp_path, two(0.5, rise, size))))

    assert [raised(rise) for rise in (0, 0.5, 1.5, 3, 5)] == [False, False, True, True, True]
    assert [raised(3.0, size) for size in (5, 8, 10.5)] == [True, True, False]


def test_small_print_far_beside_a_word_is_not_raised_from_its_line(tmp_path: Path):
    assert [len(lines(drawn(tmp_path, two(gap, 5.0, 6.0)))) for gap in (0, 8, 16, 30)] == [2, 2, 3, 3]


def test_a_word_that_is_painted_twice_nearly_at_one_place_is_one_word(tmp_path: Path):
    def twice(aside: float) -> str:
        def draw(canvas: Canvas) -> None:
            say(canvas, 60, 200, "Boats")
            say(canvas, 60 + aside, 200, "Boats")

        return lines(drawn(tmp_path, draw))[0].text

    assert in_turn(steps(0, 6, 0.5), twice) == ["Boats", "BoatsBoats"]


def columns(gutter: float, rows: int = 8, share: float = 1.0) -> Callable[[Canvas], None]:
    """Two columns of so many lines, so far apart, the right one of so many of its words."""

    def draw(canvas: Canvas) -> None:
        widest = max(wide(canvas, text) for text in PROSE)
        for n in range(rows):
            text = PROSE[n % 4]
            say(canvas, 60, 200 + 14 * n, f"L{n} {text}")
            say(
                canvas,
                60 + widest + wide(canvas, "L9 ") + gutter,
                200 + 14 * n,
                f"R{n} {text[: max(1, int(len(text) * share))]}",
            )

    return draw


def order(page: PageLines) -> str:
    names = [
        word for line in lines(page) for word in line.text.split() if word[0] in "LR" and word[1:].isdigit()
    ]
    return "one after the other" if names == sorted(names) else "line by line"


def test_columns_are_read_one_after_the_other_if_enough_blank_parts_them(tmp_path: Path):
    found = in_turn(steps(6, 12, 1), lambda gutter: order(drawn(tmp_path, columns(gutter))))
    assert found == ["line by line", "one after the other"]


def test_a_few_lines_side_by_side_are_no_columns(tmp_path: Path):
    found = in_turn(range(2, 8), lambda rows: order(drawn(tmp_path, columns(20, rows))))
    assert found == ["line by line", "one after the other"]


def test_a_narrow_column_of_figures_is_no_column_of_text(tmp_path: Path):
    found = [order(drawn(tmp_path, columns(20, share=share))) for share in (0.05, 0.15, 0.5, 1)]
    assert found == ["line by line"] * 2 + ["one after the other"] * 2


def numbered(
    count: int = 4, apart: float = 20.0, astray: float = 0.0, step: int = 5
) -> Callable[[Canvas], None]:
    """Twenty-four lines of which each fifth has its number in the margin, the second number out of line."""

    def draw(canvas: Canvas) -> None:
        for n in range(1, 25):
            say(canvas, 90, 100 + 14 * n, f"{PROSE[n % 4]} and so on")
            if n % 5 == 0 and n // 5 <= count:
                right = 90 - apart - (astray if n == 10 else 0)
                canvas.drawRightString(right, HEIGHT - 100 - 14 * n, str(n // 5 * step))

    return draw


def has_numbers(page: PageLines) -> bool:
    return any(line.text[0].isdigit() for line in lines(page))


def test_lines_counted_by_fives_lose_their_numbers(tmp_path: Path):
    def keeps(**how: float) -> bool:
        return has_numbers(drawn(tmp_path, numbered(**how)))  # type: ignore[arg-type]

    assert [keeps(count=count) for count in (1, 2, 3, 4)] == [True, True, False, False]
    assert [keeps(apart=apart) for apart in (2, 4, 9, 12)] == [True, True, False, False]
    assert [keeps(astray=astray) for astray in (0, 3, 6, 9)] == [False, False, True, True]
    assert [keeps(step=step) for step in (4, 5, 6)] == [True, False, True]


def grid(
    short: float = 0.0, broken: float = 0.0, askew: float = 0.0, rows: int = 3
) -> Callable[[Canvas], None]:
    """A ruled table whose middle upright is short, whose rules are broken, or their halves out of line."""

    def draw(canvas: Canvas) -> None:
        bottom = 200 + 20 * rows
        for n in range(rows + 1):
            y = HEIGHT - 200 - 20 * n
            canvas.line(60, y, 200 - broken / 2, y)
            canvas.line(200 + broken / 2, y + askew, 360, y + askew)
        for x in (60, 160, 360):
            canvas.line(x, HEIGHT - 200 - (short if x == 160 else 0), x, HEIGHT - bottom)
        for n in range(rows):
            say(canvas, 65, 214 + 20 * n, f"Boat {n}")
            say(canvas, 165, 214 + 20 * n, f"{n + 3} oars")

    return draw


def cells(page: PageLines) -> str:
    tables = [part for part in page.body if isinstance(part, Table)]
    return " / ".join(f"{len(table.rows)} by {len(table.rows[0])}" for table in tables) or "none"


def test_rules_that_nearly_meet_are_a_grid(tmp_path: Path):
    for how in (*({"short": n} for n in (-4, 6, 20)), {"broken": 44}, {"askew": 12}):
        assert cells(drawn(tmp_path, grid(**how))) == "3 by 2"
    for rows in range(1, 5):
        assert cells(drawn(tmp_path, grid(rows=rows))) == f"{rows} by 2"


def aligned(
    gap: float = 60.0, rows: int = 5, lead: float = 14.0, shift: float = 0.0
) -> Callable[[Canvas], None]:
    """Names and figures below bold names of their columns, without rules."""

    def draw(canvas: Canvas) -> None:
        say(
            canvas,
            60,
            120,
            "The points of a race are as follows for every boat that is entered in it by its club:",
        )
        say(canvas, 60, 150, "Place", bold=True)
        say(canvas, 100 + gap, 150, "Points", bold=True)
        say(canvas, 220 + gap, 150, "Fee", bold=True)
        for n in range(rows):
            say(canvas, 60, 150 + lead * (n + 1), f"{n + 1}th")
            say(canvas, 100 + gap + shift * (n % 2), 150 + lead * (n + 1), f"{30 - n}")
            say(canvas, 220 + gap, 150 + lead * (n + 1), f"€{n + 40}")
        say(
            canvas,
            60,
            190 + lead * (rows + 1),
            "All other boats of the race get no point whatever their crew says of it later.",
        )

    return draw


def test_figures_below_names_of_columns_are_a_table(tmp_path: Path):
    def read(**how: float) -> str:
        return cells(drawn(tmp_path, aligned(**how)))  # type: ignore[arg-type]

    # where the names of two columns touch, those below tell that they are no table of two
    assert [read(gap=gap) for gap in (-30, -10, 5, 60)] == ["6 by 2", "none"] + ["6 by 3"] * 2
    assert [read(rows=rows) for rows in range(1, 8)] == ["none", *(f"{n + 1} by 3" for n in range(2, 8))]
    assert [read(lead=lead) for lead in (12, 22, 30, 40)] == ["6 by 3"] * 2 + ["none"] * 2
    assert {read(shift=shift) for shift in (0, 20, 40)} == {"6 by 3"}


def test_colours_are_called_as_people_call_them():
    def named(hue: float, saturation: float, value: float) -> str:
        parts = colorsys.hsv_to_rgb(hue / 360, saturation, value)
        return family("#" + "".join(f"{round(255 * part):02x}" for part in parts))

    around = ["red", "orange", "yellow", "green", "light blue", "blue", "purple", "pink", "red"]
    assert in_turn(range(360), lambda hue: named(hue, 1, 1)) == around
    dark = [{"red": "dark red", "blue": "dark blue"}.get(name, name) for name in around]
    assert in_turn(range(360), lambda hue: named(hue, 1, 0.5)) == dark
    hues = (0, 30, 60, 120, 190, 230, 270, 310, 355)
    assert [named(hue, 1, 1) for hue in hues] == around and [named(hue, 1, 0.5) for hue in hues] == dark
    assert [named(0, 0, value) for value in (0, 0.1, 0.3, 0.8, 1)] == ["black"] * 2 + ["grey"] * 2 + ["white"]
    for hue, low, high in ((0, "dark red", "red"), (60, "yellow", "yellow"), (230, "dark blue", "blue")):
        assert [named(hue, part, 0.9) for part in (0, 0.1, 0.3, 1)] == ["grey"] * 2 + [high] * 2
        assert [named(hue, 0.9, part) for part in (0, 0.1, 0.4, 0.95)] == ["black"] * 2 + [low, high]


PINK, RED, BLUE, DARK = "#ff00ff", "#ff0000", "#0000ff", "#800000"


def test_a_legend_says_what_its_colours_mean():
    said = [
        ("Pink text: changes approved on 1 May", PINK),
        ("Blue text – comments", "#000000"),
        ("Green text: unchanged", "#00aa00"),
        ("Violet text: proposed", "#000000"),
        ("Black text: new", "#000000"),
        ("Red text: something", RED),
        ("Beige text: new", "#000000"),
    ]
    assert read_legend(said) == {
        PINK: "inserted", "pink": "inserted", "blue": "note", "#00aa00": "kept", "green": "kept",
        "purple": "note",
    }  # fmt: skip


def test_a_colour_means_what_the_book_declares_or_how_it_is_used():
    def meant(colour: str, ink: Ink, legend: dict[str, State] | None = None) -> State:
        return make_palette(legend or {}, {"#000000": Ink(1000, 1, 0), colour: ink}).state(colour)

    plain = Ink(10, 0, 0)
    adorned = make_palette({}, dict.fromkeys(("#000000", PINK, RED, DARK), plain))
    assert [adorned.state(colour) for colour in (PINK, RED, DARK)] == ["inserted", "kept", "kept"]
    assert [meant(colour, plain) for colour in (PINK, RED, DARK, BLUE)] == ["inserted"] * 3 + ["kept"]
    assert meant(BLUE, Ink(10, struck=1, standing=0)) == "inserted"
    assert [meant(RED, Ink(10, 0, standing)) for standing in (7, 10)] == ["inserted", "kept"]
    assert meant(RED, Ink(2000, 0, 0)) == "kept"

    assert [meant(colour, plain, {"red": "kept"}) for colour in (RED, DARK, PINK)] == [
        "kept",
        "kept",
        "inserted",
    ]
    notes: dict[str, State] = {"pink": "note"}
    assert [meant(colour, plain, notes) for colour in (PINK, RED)] == ["note", "inserted"]
    assert [meant(BLUE, Ink(10, 0, 0, bracketed), notes) for bracketed in (5, 10)] == ["kept", "note"]
    assert meant(BLUE, Ink(10, 0, 0, bracketed=10)) == "kept"
    assert meant(BLUE, Ink(10, struck=1, standing=0), notes) == "kept"
