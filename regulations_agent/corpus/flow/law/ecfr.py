"""Reads the electronic Code of Federal Regulations: XML of its titles, parts or sections (GPO, ecfr.gov)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from regulations_agent.corpus.flow.blocks import Block, Flow, FlowCell, Run
from regulations_agent.corpus.flow.law.levels import LABELS, nested
from regulations_agent.corpus.flow.law.runs import Look, cell_of, cut_runs, name_of, runs_of, text_of
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.xml import Element, parse_xml
from regulations_agent.corpus.page.lines import Given
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import ClauseKind

_LEVELS = {
    "TITLE": "Title",
    "SUBTITLE": "Subtitle",
    "CHAPTER": "Chapter",
    "SUBCHAP": "Subchapter",
    "PART": "Part",
    "SUBPART": "Subpart",
}
_BELOW = {"SUBPART": "PART", "SUBCHAP": "CHAPTER"}
"""Divisions that count anew, and what they are named with."""
_NOTES = {
    "AUTH": "authority",
    "SECAUTH": "authority",
    "PARAUTH": "authority",
    "SOURCE": "source",
    "CITA": "source",
    "EDNOTE": "editorial note",
    "EFFDNOT": "effective date note",
    "EFFDNOTP": "effective date note",
    "APPRO": "approval",
    "CROSSREF": "cross reference",
    "XREF": "cross reference",
    "FTNT": "footnote",
}
"""Parts of a division that are no law, and what they are called."""
_SKIPPED = frozenset(["CFRTOC", "HEADER", "FILEDESC", "PROFILEDESC", "AMDDATE", "PRTPAGE"])
_HEADINGS = frozenset(
    ("HED", "HD1", "HD2", "HD3", "HD4", "HED1", "CAPTION", "TTITLE", "BOXHD", "FRP", "WHED")
)
_ITALIC, _BOLD = frozenset(("I", "EM")), frozenset(("B", "STRONG"))
_ITALIC_E = frozenset(("03", "04", "7462"))
"""Values of `E T=` that stand for slanted letters and small capitals; 51 is raised, 52 lowered."""
_DASHES = re.compile(r"^[\s.:—–-]+")
_DATES = ("%b %d, %Y", "%B %d, %Y")


def read(data: bytes, name: str) -> Flow:
    """The file's blocks with the sections and paragraphs as cited; raises DocumentError for other XML."""
    root = parse_xml(data, name)
    tops = [e for e in root.iter() if _is_division(e) and not any(map(_is_division, e.iterancestors()))]
    if not tops:
        raise DocumentError(
            f"{name} has no DIV1 to DIV9 of the eCFR; fetch the XML of a title or part again."
        )
    reader = _Reader()
    for top in tops:
        reader.division(top, (), 1)
    dated = text_of(next(root.iter("AMDDATE"), None))
    return Flow(tuple(reader.blocks), _title(tops), dated=_date(dated), language="en-US")


def _is_division(element: Element) -> bool:
    return re.fullmatch(r"DIV[1-9]", name_of(element)) is not None and bool(element.get("TYPE"))


def _title(tops: list[Element]) -> str:
    """`14 CFR Part 91 General operating and flight rules`, as far as the file says it."""
    top = tops[0]
    cited = re.search(r"(\d+) CFR", top.get("hierarchy_metadata") or "")
    node = re.match(r"(\d+):", top.get("NODE") or "")
    number = top.get("N") if top.get("TYPE") == "TITLE" else next((m[1] for m in (cited, node) if m), None)
    words = _DASHES.sub("", _HEAD_NUMBER.sub("", text_of(top.find("HEAD"))))
    words = re.sub(r"-*Volume \d+$", "", words)
    kind = "" if top.get("TYPE") == "TITLE" else f" {_called(top)}"
    cfr = f"{number} CFR" if number else "CFR"
    return f"{cfr}{kind} {words}".strip()


_HEAD_NUMBER = re.compile(
    r"^\s*(?:(?:SUB)?(?:TITLE|CHAPTER|PART)\s+[\w.]+|Title \d+|§+\s*[\d.\w-]+)\s*", re.I
)


def _called(element: Element) -> str:
    """`Part 91`, `§ 91.113`, `Appendix A to Part 91`."""
    number = " ".join((element.get("N") or "").split())
    kind = element.get("TYPE") or ""
    if kind == "SECTION":
        return f"§ {number.lstrip('§').strip()}"
    if kind in _LEVELS:
        return f"{_LEVELS[kind]} {number}"
    return number if kind == "APPENDIX" else text_of(element.find("HEAD"))


def _date(text: str) -> str | None:
    plain = re.sub(r"\(.*", "", text).replace("Sept.", "Sep").replace(".", "").strip()
    for form in _DATES:
        try:
            return datetime.strptime(plain, form).date().isoformat()
        except ValueError:
            continue
    return None


def _look(element: Element, run: Run) -> Run | None:
    tag, kind = name_of(element), element.get("T") or ""
    if tag in _ITALIC or (tag == "E" and kind in _ITALIC_E):
        return replace(run, italic=True)
    if tag in _BOLD:
        return replace(run, bold=True)
    if tag in ("SU", "SUP", "SUB", "FTREF") or (tag == "E" and kind in ("51", "52")):
        return replace(run, sup=True)
    if tag == "br":
        return replace(run, text="\n")
    return None if tag in _SKIPPED else run


@dataclass
class _Reader:
    """Blocks so far."""

    blocks: list[Block] = field(default_factory=list)
    notes: dict[tuple[str, str], int] = field(default_factory=dict)
    """How many notes of a name a division has."""

    def division(self, element: Element, above: tuple[tuple[str, str], ...], depth: int) -> None:
        """A division with all in it; `above` names those around it, by type."""
        kind, called = element.get("TYPE") or "", _called(element)
        outer = dict(above).get(_BELOW.get(kind, ""))
        number = f"{outer} {called}" if outer else called
        head = element.find("HEAD")
        clause: ClauseKind = "appendix" if kind == "APPENDIX" else "article"
        given = Given(number or text_of(head) or "Untitled", depth, clause)
        words = runs_of(head, _look) if head is not None else ()
        label, words = _parted(words, called)
        level = min(depth, 6)
        self.blocks.append(Block("heading", words, level, label, given=given))
        body: list[Element] = []
        for child in element:
            if _is_division(child):
                self.body(body, given, depth)
                body = []
                self.division(child, (*above, (kind, number)), depth + 1)
            elif child is not head and name_of(child):
                body.append(child)
        self.body(body, given, depth)

    def body(self, parts: list[Element], given: Given, depth: int) -> None:
        """Paragraphs directly in a division, those designated as clauses of their own."""
        found = [(name_of(part), block) for part in parts for block in _blocks(part)]
        notes = [(tag, block) for tag, block in found if _is_note(block)]
        split = [pair for _, block in found if not _is_note(block) for pair in _designated(block)]
        stacks = iter(nested([label for labels, _ in split for label in labels]))
        level = 0
        for labels, block in split:
            chain = [next(stacks) for _ in labels]
            for place, stack in enumerate(chain):
                last = place == len(chain) - 1
                number = given.number + "".join(f"({step.text})" for step in stack)
                level = len(stack)
                self.blocks.append(
                    Block(
                        "item",
                        block.runs if last else (),
                        level,
                        f"({stack[-1].text})",
                        given=Given(number, depth + level, "item" if level > 1 else "clause"),
                    )
                )
            if not chain:
                own = block.kind == "paragraph"
                self.blocks.append(replace(block, level=level if own else block.level))
        for tag, block in notes:
            called = _NOTES[tag]
            count = self.notes[given.number, called] = self.notes.get((given.number, called), 0) + 1
            number = f"{given.number}, {called}{f' {count}' if count > 1 else ''}"
            self.blocks.append(replace(block, given=Given(number, depth + 1, "item", binding=False)))


def _is_note(block: Block) -> bool:
    return bool(block.runs) and all(run.state == "note" for run in block.runs)


def _parted(words: tuple[Run, ...], called: str) -> tuple[str, tuple[Run, ...]]:
    """The number at the front of a heading, and the rest of it."""
    text = "".join(run.text for run in words)
    pattern = r"\s+".join(re.escape(word) for word in called.split())
    front = re.match(rf"\s*{pattern}\s*[.:—–-]*\s*", text, re.I)
    if front is None or not called or front.end() == len(text):
        return "", words
    return front[0].strip(" \u2003"), cut_runs(words, front.end())


def _designated(block: Block) -> list[tuple[list[str], Block]]:
    """The designations at the front of a paragraph, `(a)(1)`, and the words after them.

    A title between two, as in `(a) Scope. (1) Each ...`, is the words of the first.
    """
    if block.kind != "paragraph":
        return [([], block)]
    labels, at = _front(block.runs)
    runs = cut_runs(block.runs, at) if at else block.runs
    title = len(runs[0].text.rstrip()) if labels and runs and runs[0].italic else 0
    if title:
        rest = cut_runs(runs, title)
        if _front(rest)[0]:
            head = replace(block, runs=tidy([runs[0]]))
            return [(labels, head), *_designated(replace(block, runs=rest))]
    return [(labels, replace(block, runs=runs))]


def _front(runs: tuple[Run, ...]) -> tuple[list[str], int]:
    """Designations that open the words, and how many characters they take."""
    text = "".join(run.text for run in runs)
    labels: list[str] = []
    at = 0
    while front := LABELS.match(text, at):
        labels.append(front[1])
        at = front.end()
    return labels, at


def _blocks(element: Element) -> Iterator[Block]:
    """What an element of a division's body prints."""
    tag = name_of(element)
    if tag in _SKIPPED:
        return
    if tag in ("TABLE", "GPOTABLE"):
        yield Block("table", rows=tuple(_cells(row) for row in element.iter("TR", "ROW")))
        return
    parts = [] if tag in (*_NOTES, *_HEADINGS) else [e for e in element if name_of(e) in _CONTAINED]
    if runs := _words(element, _without_blocks if parts else _look):
        yield Block("paragraph", runs)
    for part in element if parts else ():
        yield from _blocks(part)


def _words(element: Element, look: Look) -> tuple[Run, ...]:
    tag = name_of(element)
    if tag in _NOTES:
        return runs_of(element, _spaced, Run("", state="note", italic=True))
    runs = runs_of(element, look)
    return tuple(replace(run, bold=True) for run in runs) if tag in _HEADINGS else runs


_CONTAINED = frozenset(
    ("P", "FP", "FP-1", "FP-2", "FP1", "FP2", "FP-DASH", "PSPACE", "EXTRACT", "DIV", "TABLE", "GPOTABLE")
) | frozenset(("HD1", "HD2", "HD3", "HED"))


def _spaced(element: Element, run: Run) -> Run | None:
    """Parts of a note parted by a blank."""
    look = _look(element, run)
    return replace(look, text=" ") if look is not None and name_of(element) in _CONTAINED else look


def _without_blocks(element: Element, run: Run) -> Run | None:
    return None if name_of(element) in _CONTAINED else _look(element, run)


def _cells(row: Element) -> tuple[FlowCell, ...]:
    cells = [child for child in row if name_of(child) in ("TD", "TH", "ENT")]
    return tuple(cell_of(cell, runs_of(cell, _look)) for cell in cells)
