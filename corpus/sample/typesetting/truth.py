"""What a reader must find in a typeset book: clauses, references, terms, in the shape of `inspect --json`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from typesetting.markup import Block, Book, Run, joined, renumbered


class ClauseTruth(TypedDict):
    clause: str
    heading: str
    parent: str | None
    kind: str
    page: int
    text: str
    in_force: bool
    binding: bool
    effective: str | None
    rows: list[list[str]]
    deleted: list[str]
    inserted: list[str]


class Truth(TypedDict):
    document: dict[str, object]
    clauses: list[ClauseTruth]
    references: list[dict[str, object]]
    terms: list[dict[str, object]]


RANK = {"article": 0, "appendix": 0, "section": 1, "year": 1, "clause": 2, "term": 2, "item": 3, "subitem": 4}
HEADED = {"article", "appendix", "section", "year"}
KINDS = {"section": "clause", "year": "clause", "subitem": "item", "term": "definition"}


@dataclass(slots=True)
class Numbering:
    """Where the numbering stands: the keys above, by rank, and the appendix and year in which they lie."""

    above: dict[int, str] = field(default_factory=dict)
    appendix: str = ""
    year: str = ""
    """Key of the heading `Changes for 2020` that is open."""
    effective: str | None = None

    def enter(self, block: Block) -> str | None:
        """Key the block and give its parent's key."""
        rank = RANK[block.kind]
        if block.kind in {"article", "appendix"}:
            self.appendix = block.number if block.kind == "appendix" else ""
            self.year, self.effective = "", None
        self.above = {r: k for r, k in self.above.items() if r < rank}
        parent = self.above[max(self.above)] if self.above else None
        block.key = self._key(block, parent)
        self.above[rank] = block.key
        return parent

    def _key(self, block: Block, parent: str | None) -> str:
        if block.kind == "subitem" or block.kind == "item":
            letter = block.number.rstrip(".")
            join = "." if block.kind == "subitem" and not letter.endswith(")") else ""
            if parent == self.appendix:
                join = "/"
            return f"{parent}{join}{letter}"
        if block.kind == "year":
            return f"{self.appendix}/{self.effective}"
        if block.kind == "term":
            return f"{self.appendix}/{next(run.text for run in block.runs if run.term)}"
        number = block.number.rstrip(")")
        if block.kind == "clause" and self.appendix:
            return f"{self.year or self.appendix}/{number.rstrip('.')}"
        return number


def split_marks(runs: Sequence[Run], state: str) -> list[str]:
    """Texts of the runs in that state, neighbours joined; white space normalised."""
    out: list[str] = []
    last = -2
    for at, run in enumerate(runs):
        if run.state != state:
            continue
        if last == at - 1 and out:
            out[-1] += run.text
        else:
            out.append(run.text)
        last = at
    return [text for text in (" ".join(t.split()) for t in out) if text]


def table_rows(block: Block) -> list[list[str]]:
    """Cells in force, merged ones repeated; struck rows are left out."""
    rows: list[list[str]] = []
    for cells in block.rows:
        if all(run.state == "deleted" for cell in cells for run in cell):
            continue
        row: list[str] = []
        for column, cell in enumerate(cells):
            text = joined(cell)
            row.append(rows[-1][column] if text == "^" else row[-1] if text == "<" else text)
        rows.append(row)
    return rows


def markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


@dataclass(slots=True)
class Collector:
    """Walks the blocks once, in printed order."""

    numbering: Numbering = field(default_factory=Numbering)
    clauses: list[ClauseTruth] = field(default_factory=list)
    references: list[dict[str, object]] = field(default_factory=list)
    terms: list[dict[str, object]] = field(default_factory=list)
    by_rank: dict[int, ClauseTruth] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)
    """State in which the last paragraph of each clause ends."""

    def add(self, block: Block) -> None:
        if block.kind == "year":
            self.numbering.effective = joined(block.runs).split()[-1]
            self._open(block)
            self.numbering.year = block.key
        elif block.kind in RANK:
            self._open(block)
        elif block.kind == "table":
            self._table(block)
        elif block.kind == "comment":
            self._comment(block)
        else:
            self._paragraph(block)

    def _open(self, block: Block) -> None:
        parent = self.numbering.enter(block)
        words = joined(block.runs)
        headed = block.kind in HEADED
        struck = block.state == "deleted"
        former = [renumbered(block)[1]] if block.former_number else []
        clause = ClauseTruth(
            clause=block.key,
            heading=words if headed else "",
            parent=parent,
            kind=KINDS.get(block.kind, block.kind),
            page=block.page,
            text="" if headed else words,
            in_force=not struck,
            binding=True,
            effective=self.numbering.effective,
            rows=[],
            deleted=[*former, *split_marks(block.runs, "deleted")],
            inserted=split_marks(block.runs, "inserted"),
        )
        self.clauses.append(clause)
        self.by_rank = {r: c for r, c in self.by_rank.items() if r < RANK[block.kind]}
        self.by_rank[RANK[block.kind]] = clause
        self.ends[clause["clause"]] = block.runs[-1].state if block.runs else "kept"
        self._references(block, clause)
        self._terms(block, clause)

    def _comment(self, block: Block) -> None:
        """A comment is a clause of its own that does not bind."""
        above = self.by_rank[max(self.by_rank)]
        note = ClauseTruth(
            clause=f"{above['clause']}/Note",
            heading="",
            parent=above["clause"],
            kind="item",
            page=block.page,
            text=joined(block.runs),
            in_force=True,
            binding=False,
            effective=self.numbering.effective,
            rows=[],
            deleted=[],
            inserted=[],
        )
        self.clauses.append(note)

    def _owner(self, block: Block) -> ClauseTruth:
        limit = 4 if block.kind == "itempara" else 2
        return self.by_rank[max(r for r in self.by_rank if r <= limit)]

    def _paragraph(self, block: Block) -> None:
        clause = self._owner(block)
        words = joined(block.runs)
        clause["text"] = "\n".join(part for part in (clause["text"], words) if part)
        self._marks(block, clause)
        self._references(block, clause)
        self._terms(block, clause)

    def _marks(self, block: Block, clause: ClauseTruth) -> None:
        """Adds the marks of a further paragraph; a run that goes on from the one before stays one run."""
        last = self.ends.get(clause["clause"])
        for state, marks in (("deleted", clause["deleted"]), ("inserted", clause["inserted"])):
            more = split_marks(block.runs, state)
            if more and marks and last == state == block.runs[0].state:
                marks[-1] += f" {more.pop(0)}"
            marks += more
        self.ends[clause["clause"]] = block.runs[-1].state

    def _table(self, block: Block) -> None:
        clause = self.by_rank[max(self.by_rank)]
        rows = table_rows(block)
        clause["rows"] = rows
        clause["text"] = "\n".join(part for part in (clause["text"], markdown(rows)) if part)
        for cell in (cell for row in block.rows for cell in row):
            clause["deleted"] += split_marks(cell, "deleted")
            clause["inserted"] += split_marks(cell, "inserted")
        self._references(block, clause)

    def _references(self, block: Block, clause: ClauseTruth) -> None:
        runs = [*block.runs, *(run for row in block.rows for cell in row for run in cell)]
        for at, written in enumerate(block.refs):
            printed = joined([run for run in runs if run.ref == at])
            if printed:
                targets = [target(part.strip()) for part in written.partition("<-")[0].split(";")]
                self.references.append({"clause": clause["clause"], "printed": printed, "targets": targets})

    def _terms(self, block: Block, clause: ClauseTruth) -> None:
        for at, run in enumerate(block.runs):
            if run.term and run.state != "deleted":
                definition = joined(block.runs) if at == 0 else ""
                entry: dict[str, object] = {
                    "term": run.text.strip(" “”"),
                    "clause": clause["clause"],
                    "definition": definition,
                }
                self.terms.append(entry)


def target(written: str) -> dict[str, str | None]:
    """`47.1`, `technical:3.1`, `?9.9` (dangling) or `!5.2` (external) as a target."""
    status = {"?": "dangling", "!": "external"}.get(written[:1], "resolved")
    section, _, clause = written.lstrip("?!").rpartition(":")
    return {"section": section or None, "clause": clause or None, "status": status}


def part_numbers(clauses: list[ClauseTruth]) -> None:
    """A struck clause whose number another now bears is called `#2`."""
    alive = {clause["clause"] for clause in clauses if clause["in_force"]}
    for clause in clauses:
        if not clause["in_force"] and clause["clause"] in alive:
            clause["clause"] += "#2"


def truth_of(book: Book) -> Truth:
    """Everything a reader must find; the page of a clause is 0 until the typesetter has set it."""
    collector = Collector()
    for block in book.blocks:
        collector.add(block)
    part_numbers(collector.clauses)
    meta = book.meta
    document: dict[str, object] = {
        "season": int(meta["season"]),
        "section": meta["section"],
        "issue": int(meta["issue"]),
        "published": meta["published"],
        "title": meta["title"],
    }
    return Truth(
        document=document,
        clauses=collector.clauses,
        references=collector.references,
        terms=collector.terms,
    )
