"""The words of drawings: which text of a page labels the parts of a figure and is no rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from regulations_agent.corpus.numbers.labels import read_label
from regulations_agent.corpus.page.raw import Bar
from regulations_agent.corpus.print.atoms import Atom
from regulations_agent.corpus.print.linework import ASCENT, make_rows
from regulations_agent.corpus.tables.tables import middle

PROSE = 0.55
"""Share of the page's text width from which a line is running text."""
MAX_LABEL = 250
"""Characters of a label; longer blocks of lines are running text."""
MAX_BESIDE = 60
"""Characters of a label outside its drawing."""
TEXT, WORDED = 800, 7
"""Characters in blocks of so many words, from which a drawing can be the ground below a text; words of a
sentence, which is no label."""
SMALL = 0.92
"""Share of the body's font size up to which words beside a drawing can belong to it."""
LARGE = 1.2
"""Share of the body's font size from which words are a title."""
BESIDE = 30.0
"""Points from a drawing in which its labels stand."""
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|drawing|diagram|image|illustration|picture|photo|chart|note)\b", re.I
)


@dataclass
class _Run:
    """Words side by side on one line."""

    atoms: list[Atom]
    x0: float
    x1: float
    base: float
    size: float
    running: bool
    """Its line is running text, or starts with the number of a rule."""

    @property
    def text(self) -> str:
        return " ".join(atom.text.strip() for atom in self.atoms)


@dataclass
class _Block:
    """Lines one below the other."""

    runs: list[_Run] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(run.text for run in self.runs)

    def goes_on(self, run: _Run) -> bool:
        last = self.runs[-1]
        under = 0 < run.base - last.base <= 1.7 * last.size and abs(run.size - last.size) < 1
        return under and min(run.x1, last.x1) > max(run.x0, last.x0)


def take_labels(
    atoms: Sequence[Atom], drawings: Sequence[Bar], size: float
) -> tuple[list[list[Atom]], list[Atom]]:
    """For each drawing the atoms that label it, and the atoms of none; `size` is the body's font size."""
    blocks: list[list[_Block]] = [[] for _ in drawings]
    for block in _blocks(atoms) if drawings else ():
        home = next((i for i, box in enumerate(drawings) if _labels(block, box, size)), None)
        if home is not None:
            blocks[home].append(block)
    found = [[] if _is_ground(mine) else _atoms(mine) for mine in blocks]
    taken = {id(atom) for mine in found for atom in mine}
    for atom in atoms if drawings else ():
        if atom.turn and not atom.blank:
            x, y = middle(atom)
            home = next((i for i, box in enumerate(drawings) if _near(box, x, y)), None)
            if home is not None:
                found[home].append(atom)
                taken.add(id(atom))
    return found, [atom for atom in atoms if id(atom) not in taken]


def _is_ground(blocks: Sequence[_Block]) -> bool:
    """The drawing is the ground on which text stands: most of its words are more than labels."""
    texts = [block.text for block in blocks]
    sentences = sum(len(text) for text in texts if len(text.split()) >= WORDED)
    return sentences > max(TEXT, 0.5 * sum(map(len, texts)))


def _atoms(blocks: Iterable[_Block]) -> list[Atom]:
    return [atom for block in blocks for run in block.runs for atom in run.atoms]


def _near(box: Bar, x: float, y: float) -> bool:
    return box.x0 - BESIDE <= x <= box.x1 + BESIDE and box.top - BESIDE <= y <= box.bottom + BESIDE


def _blocks(atoms: Iterable[Atom]) -> list[_Block]:
    blocks: list[_Block] = []
    for run in _runs([atom for atom in atoms if atom.turn == 0]):
        home = next((block for block in reversed(blocks) if block.goes_on(run)), None)
        if home is None:
            blocks.append(home := _Block())
        home.runs.append(run)
    return blocks


def _runs(atoms: Sequence[Atom]) -> list[_Run]:
    shown = [atom for atom in atoms if not atom.blank]
    if not shown:
        return []
    width = max(atom.x1 for atom in shown) - min(atom.x0 for atom in shown)
    runs: list[_Run] = []
    for row in make_rows(atoms):
        mine: list[_Run] = []
        for atom in row.atoms:
            if mine and (atom.blank or atom.x0 - mine[-1].x1 <= 1.5 * atom.size):
                mine[-1].atoms.append(atom)
                mine[-1].x1 = mine[-1].x1 if atom.blank else max(mine[-1].x1, atom.x1)
            else:
                mine.append(_Run([atom], atom.x0, atom.x1, row.base, atom.size, False))
        label = read_label(" ".join(run.text for run in mine))
        numbered = label is not None and label.kind != "item" and len(mine) + len(mine[0].atoms) > 2
        whole = any(run.x1 - run.x0 >= PROSE * width for run in mine)
        words = 1 if label is not None and label.end > len(mine[0].text) else 0
        for at, run in enumerate(mine):
            # beyond the words of a numbered rule stands something else
            run.running = whole or (numbered and at <= words)
        runs += mine
    return runs


def _labels(block: _Block, box: Bar, size: float) -> bool:
    """Whether the block stands in or at the drawing and is neither running text, a title nor its caption."""
    text = block.text
    sentence = len(text.split()) >= WORDED and text.endswith((".", "!", "?"))
    if any(run.running for run in block.runs) or sentence or len(text) > MAX_LABEL or _CAPTION.match(text):
        return False
    largest = max(run.size for run in block.runs)
    if all(
        box.x0 <= (r.x0 + r.x1) / 2 <= box.x1 and box.top <= r.base - 0.3 * r.size <= box.bottom
        for r in block.runs
    ):
        return largest < LARGE * size
    if largest > SMALL * size or len(text) > MAX_BESIDE:
        return False
    x0, x1 = min(r.x0 for r in block.runs), max(r.x1 for r in block.runs)
    top, bottom = block.runs[0].base - ASCENT * largest, block.runs[-1].base
    aside = max(box.x0 - x1, x0 - box.x1)
    above = max(box.top - bottom, top - box.bottom)
    return (aside <= BESIDE and above <= 0) or (aside <= 0 and above <= 1.2 * largest)
