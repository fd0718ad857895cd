"""What is written while the provisions of an item are gone through: clauses, words, notes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from regulations_agent.corpus.flow.blocks import Block, FlowCell, Run
from regulations_agent.corpus.flow.law.clml_names import look
from regulations_agent.corpus.flow.law.runs import cell_of, runs_of
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import Given
from regulations_agent.types.document import ClauseKind


@dataclass(frozen=True)
class At:
    """Where the walk stands."""

    given: Given | None = None
    prefix: str = ""
    """Of the division that is read, those around it included: `Sch. 2 Pt. 1`."""
    schedule: str = ""
    """What its paragraphs are cited with: `Sch. 2`, or `Sch. 2 Pt. 1` where parts count anew."""
    parted: bool = False
    """The parts of the schedule count their paragraphs anew."""
    level: int = 0
    quoted: bool = False
    """Within words that amend another item, whose numbers are not this one's."""
    binding: bool = True
    base: Run = field(default_factory=lambda: Run(""))
    """State of the words: inserted, repealed, or not yet law."""


@dataclass
class Writer:
    """Blocks so far, and notes still to be told."""

    notes: dict[str, tuple[str, Element]]
    blocks: list[Block] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    """Notes referred to in the provision that is read."""
    told: set[str] = field(default_factory=set)

    def open(
        self, at: At, number: str, kind: ClauseKind, label: str = "", *, binding: bool | None = None
    ) -> At:
        """A clause that starts here, with a heading block."""
        depth = (at.given.depth if at.given else 0) + 1
        holds = at.binding if binding is None else binding
        given = Given(number, depth, kind, holds)
        self.blocks.append(Block("heading", (), min(depth, 6), label, given=given))
        return replace(at, given=given, binding=holds)

    def text(self, element: Element, at: At) -> None:
        if runs := self.runs(element, at):
            self.blocks.append(Block("paragraph", runs, at.level, given=at.given))

    def runs(self, element: Element, at: At) -> tuple[Run, ...]:
        """Words of the element; the notes that it refers to wait for the end of the provision."""
        for part in element.iter():
            self.waiting += [
                part.get(name) or "" for name in ("Ref", "CommentaryRef") if part.get(name) in self.notes
            ]
        return runs_of(element, look, at.base)

    def tell(self, at: At) -> None:
        """Notes referred to so far, as clauses below the one that ends."""
        depth = (at.given.depth if at.given else 0) + 1
        for key in dict.fromkeys(self.waiting):
            if key in self.told:
                continue
            self.told.add(key)
            mark, note = self.notes[key]
            number = f"{at.given.number}, {mark}" if at.given else mark
            runs = runs_of(note, look, Run("", state="note"))
            self.blocks.append(Block("paragraph", runs, given=Given(number, depth, "item", binding=False)))
        self.waiting = []

    def cell(self, cell: Element, at: At) -> FlowCell:
        return cell_of(cell, self.runs(cell, at))
