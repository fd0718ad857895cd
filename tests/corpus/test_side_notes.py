"""Statutes as gazettes print them: side notes, small leaves on large sheets, mirrored margins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Reading
from tests.corpus.paper import HEIGHT, make_pdf, say

TITLES = (
    "Short title.",
    "Keeping of boats on moorings.",
    "Fees.",
    "Crews of large boats.",
    "Lost oars.",
    "Races.",
)
PARTS = ("I", "II", "III", "IV")
MOVED = 60
"""Points by which odd pages stand further right."""
RULE = "The keeper of the harbour sees to it that no boat lies at a"
REST = "mooring that is not its own, whatever the weather may be."


def act(
    path: Path,
    *,
    size: float = 7,
    beside: float = 0,
    listed: bool = False,
    titles: Sequence[str] = TITLES,
    amended: str = "",
) -> Reading:
    """Two sections a page of three lines each; a note, two words a line, beside line `beside` of each, and
    what it says of an act that amended the section; the first page lists the notes."""

    def contents(canvas: Canvas) -> None:
        say(canvas, 150, 200, "ARRANGEMENT OF SECTIONS")
        for n in range(32 * listed):
            say(canvas, 150, 220 + 14 * n, f"{n + 1}. {TITLES[n % len(TITLES)]}")

    def page(number: int) -> Callable[[Canvas], None]:
        odd = number % 2
        left = 150 + odd * MOVED

        def draw(canvas: Canvas) -> None:
            head = (f"Harbour Act, No. 4    {number}", f"{number}    Harbour Act, No. 4")[odd]
            say(canvas, left, 180, head)
            for n in (0, 1):
                y, section = 210 + n * 100, 2 * (number - 1) + n
                if section % 8 == 0:
                    say(canvas, left + 100, y - 18, f"PART {PARTS[section // 8]}")
                say(canvas, left + 12, y, f"{section + 1}. {RULE}")
                say(canvas, left, y + 12, RULE)
                say(canvas, left, y + 24, REST)
                words = titles[section % len(titles)].split() if titles else []
                lines = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
                canvas.setFont("Helvetica", size)
                for at, said in enumerate([*lines, amended]):
                    top = y + 12 * beside + 1.2 * size * at
                    canvas.drawString(left + (320, -75)[odd], HEIGHT - top, said)

        return draw

    pages = [*([contents] * listed), *(page(number) for number in range(1, 17))]
    return read_document(make_pdf(path / "act.pdf", *pages))


@pytest.mark.parametrize("listed", [False, True])
def test_a_side_note_is_the_title_of_the_section_beside_which_it_stands(tmp_path: Path, listed: bool):
    clauses = act(tmp_path, listed=listed).clauses
    sections = [(c.number, c.heading, c.text) for c in clauses if c.number.isdigit()]
    text = f"{RULE} {RULE} {REST}"
    assert sections == [(str(n + 1), TITLES[n % len(TITLES)], text) for n in range(32)]


def test_a_note_beside_the_third_line_of_a_section_is_text_of_it(tmp_path: Path):
    clauses = [c for c in act(tmp_path, beside=2).clauses if c.number.isdigit()]
    assert [c.number for c in clauses] == [str(n + 1) for n in range(32)]
    assert all(c.text.startswith(f"{RULE} {RULE} {REST}\n") for c in clauses)
    said = [sorted(c.text.rpartition(REST)[2].split()) for c in clauses]
    assert said == [sorted(TITLES[n % len(TITLES)].split()) for n in range(32)]


def test_a_note_in_the_type_of_the_text_is_none(tmp_path: Path):
    assert not any(c.heading for c in act(tmp_path, size=11).clauses if c.number.isdigit())


def test_a_note_may_stand_in_line_with_the_heads_of_the_letters_beside_it(tmp_path: Path):
    sections = [c for c in act(tmp_path, beside=-0.3).clauses if c.number.isdigit()]
    assert [c.heading for c in sections[1::2]] == [TITLES[n % len(TITLES)] for n in range(1, 32, 2)]


def test_the_act_that_amended_a_section_is_no_part_of_its_title(tmp_path: Path):
    sections = [c for c in act(tmp_path, amended="16 of 1966.").clauses if c.number.isdigit()]
    assert [c.heading for c in sections] == [TITLES[n % len(TITLES)] for n in range(32)]
    assert all(c.text == f"{RULE} {RULE} {REST}\n16 of 1966." for c in sections)


def test_the_number_of_an_act_in_the_margin_is_a_note_and_no_clause(tmp_path: Path):
    clauses = act(tmp_path, titles=(), beside=2, amended="16 of 1966.").clauses
    sections = [c for c in clauses if c.number.isdigit()]
    assert len(clauses) - len(PARTS) == len(sections) == 32
    assert all(c.text == f"{RULE} {RULE} {REST}\n16 of 1966." for c in sections)
