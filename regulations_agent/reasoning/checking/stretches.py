"""The sentences and table rows of the evidence, each with what leads into it and what it resumes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations_agent.language.sentences import lead_in, sentences
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.checking.binding import Figure, cells, figures, numbers
from regulations_agent.reasoning.checking.norms import denied_words
from regulations_agent.reasoning.checking.words import content, is_elliptic, opening
from regulations_agent.reasoning.model.evidence import Evidence, Piece

_RESUMES = re.compile(
    r"^\W*(?:it(?! (?:is|was) [^,;.]*\bthat\b)|they|he|she|this|these|otherwise|after (?:that|this)|"
    r"in (?:this|that) case)\b|"
    r"\b(?:if|when|where|unless|until|once|because|\w+) (?:it|them|they|him|he|she)\b|"
    r"\b(?:on|in|of|for|from|at|by) that \w+|\bof (?:these|those)\b|"
    r"^\W*(?:\w+ ){1,3}then\b",
    re.I,
)
"""A sentence that speaks of what the one before it names."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A sentence of the evidence, with the words that lead into it, or a row of a table."""

    piece: Piece
    span: str
    """As printed."""
    lead: str
    """The open sentence that it completes; may be empty."""
    own: frozenset[str]
    """Stems of its words, those of its lead included."""
    around: frozenset[str]
    """Stems of the headings, and of the sentence that it resumes."""
    figures: tuple[Figure, ...]
    labels: frozenset[str] = frozenset()
    """Of a table: the numbers that name its rows and columns."""
    row: bool = False
    resumed: frozenset[str] = frozenset()
    """Stems of the sentence before it, where it goes on about what that one names."""

    @property
    def text(self) -> str:
        return f"{self.lead} {self.span}".strip()

    def copied_by(self, part: str) -> str:
        """What a part that is nearly a copy copies: the opening too, where it says something of that."""
        leads = content(part) & content(self.lead) - content(self.span)
        return self.text if leads else self.span

    @property
    def held(self) -> frozenset[str]:
        return self.own | self.around


def stretches_of(piece: Piece, evidence: Evidence) -> list[Stretch]:
    """The sentences and rows of a piece."""
    lead = _lead(piece, evidence)
    label = vocabulary(piece.label)
    every = (piece.text[s.start : s.end] for s in sentences(piece.text))
    spans = [span for span in every if "|" not in span]
    made = _rows(piece, label, vocabulary(" ".join([lead, *spans])))
    before = ""
    for span in spans:
        resumed = before if _RESUMES.search(span) else ""
        named = vocabulary(resumed) - denied_words(resumed)
        around = label | named
        opened = figures(lead, label)
        led = vocabulary(lead).difference(*(f.own for f in opened))
        found = (*opened, *figures(span, around | led), *figures(resumed, label))
        text = f"{lead} {span} {opening(before) if is_elliptic(span) else ''}"
        own = vocabulary(text) | content(text)
        made.append(Stretch(piece, span, lead, own, around, found, resumed=named))
        before = span
    return made


def _rows(piece: Piece, label: frozenset[str], plain: frozenset[str]) -> list[Stretch]:
    """Of its table; `plain`: words of its sentences."""
    rows = [line for line in piece.text.splitlines() if line.strip().startswith("|") and "---" not in line]
    if not rows:
        return []
    heads = frozenset(f"{q.value:g}" for cell in rows for q in numbers(cell.strip("| ").split("|")[0]))
    labels = heads | {f"{q.value:g}" for q in numbers(rows[0])}
    table, said = tuple(cells(rows, label | plain)), plain | vocabulary(rows[0])
    return [
        Stretch(piece, row, "", said | vocabulary(row), label, table, labels, row=True) for row in rows[1:]
    ]


def _lead(piece: Piece, evidence: Evidence) -> str:
    """The open sentence that an item completes."""
    if piece.hit is None or piece.hit.clause.kind != "item":
        return ""
    above = next((p for p in evidence.pieces if p.hit and p.hit.clause.id == piece.hit.clause.parent), None)
    return "" if above is None else " ".join(filter(None, [_lead(above, evidence), lead_in(above.text)]))
