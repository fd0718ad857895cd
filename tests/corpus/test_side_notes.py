"""Statutes as gazettes print them: notes in the outer margin, small leaves on large sheets, mirrored pages."""

from __future__ import annotations

from collections.abc import Callable
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
MOVED = 60
"""Points by which odd pages stand further right."""
RULE = "The keeper of the harbour sees to it that no boat lies at a"
REST = "mooring that is not its own, whatever the weather may be."


def act(path: Path, size: float = 7, beside: int = 0) -> Reading:
    """Two sections a page of three lines each; a note, two words a line, beside line `beside` of each."""

    def page(number: int) -> Callable[[Canvas], None]:
        odd = number % 2

        def draw(canvas: Canvas) -> None:
            left = 150 + odd * MOVED
            say(
                canvas,
                left,
                180,
                f"{number}    Harbour Act, No. 4" if odd else f"Harbour Act, No. 4    {number}",
            )
            for n in (0, 1):
                y, section = 210 + n * 100, 2 * (number - 1) + n
                say(canvas, left + 12, y, f"{section + 1}. {RULE}")
                for line in (1, 2):
                    say(canvas, left, y + 12 * line, (RULE, REST)[line - 1])
                words = TITLES[section % len(TITLES)].split()
                for at in range(0, len(words), 2):
                    said = " ".join(words[at : at + 2])
                    canvas.setFont("Helvetica", size)
                    x = left - 75 if odd else left + 320
                    canvas.drawString(x, HEIGHT - y - 12 * beside - 1.2 * size * (at // 2), said)

        return draw

    return read_document(make_pdf(path / "act.pdf", *(page(number) for number in range(1, 13))))


def test_a_side_note_is_the_title_of_the_section_beside_which_it_stands(tmp_path: Path):
    clauses = act(tmp_path).clauses
    sections = [(c.number, c.heading, c.text) for c in clauses]
    text = f"{RULE} {RULE} {REST}"
    assert sections == [(str(n + 1), TITLES[n % len(TITLES)], text) for n in range(24)]


@pytest.mark.parametrize(("size", "beside"), [(7, 1), (11, 0)])
def test_a_note_beside_another_line_is_text_as_is_one_in_the_type_of_the_text(
    tmp_path: Path, size: float, beside: int
):
    clauses = act(tmp_path, size, beside).clauses
    assert not any(c.heading for c in clauses)
    said = " ".join(c.text for c in clauses)
    assert all(said.count(word) >= 4 for title in TITLES for word in title.split())
