"""Goes through the provisions of United Kingdom legislation: numbers as cited, amendments as marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from regulations_agent.corpus.flow.blocks import Block, Run
from regulations_agent.corpus.flow.law.clml_names import (
    CROSS,
    DIVISIONS,
    ITEMS,
    LISTS,
    PROVISIONS,
    SKIPPED,
    TEXTS,
    child_of,
    is_block,
    look,
    mark_of,
    shown_number,
)
from regulations_agent.corpus.flow.law.clml_writer import At, Writer
from regulations_agent.corpus.flow.law.runs import join, name_of, text_of
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import Given
from regulations_agent.types.document import ClauseKind


@dataclass
class Walk(Writer):
    """Goes through the parts of an item."""

    usual: str = "s."
    """`s.`, `reg.`, `art.` or `rule`: how provisions of the body are cited."""
    provisions: int = 0
    heading: tuple[Run, ...] = ()
    """Of the group of provisions that is read, for the first of them."""

    def part(self, element: Element) -> None:
        """Preliminaries, body, schedules or explanatory notes, with their notes below them."""
        tag = name_of(element)
        at = At()
        if tag.endswith("Prelims"):
            at = self.open(at, "Preamble", "preamble", binding=False)
            self.blocks.pop()
        elif tag == "ExplanatoryNotes":
            at = self.open(at, "Explanatory Note", "preamble", "Explanatory Note", binding=False)
        self.inside(element, at)
        self.tell(at)

    def inside(self, element: Element, at: At) -> None:
        for child in element:
            self.walk(child, at)

    def walk(self, element: Element, at: At) -> None:
        """Everything in the element, in printed order."""
        tag = name_of(element)
        if not tag or tag in SKIPPED:
            return
        at = _valid(element, at)
        read = self._readers().get(tag)
        if at.quoted and tag in (*PROVISIONS, "ListItem"):
            self.quoted(element, at)
        elif read is not None:
            read(element, at)
        elif tag in TEXTS or not any(is_block(part) for part in element.iter() if part is not element):
            self.text(element, at)
        else:
            self.inside(element, at)

    def _readers(self) -> dict[str, Callable[[Element, At], None]]:
        """What reads each element that is more than words."""
        return {
            **dict.fromkeys((*DIVISIONS, "Schedule", "Appendix"), self.division),
            **dict.fromkeys(CROSS, self.cross),
            **dict.fromkeys(("P1group", "P2group", "P3group"), self.group),
            **dict.fromkeys(PROVISIONS, self.provision),
            **dict.fromkeys(("BlockAmendment", "BlockExtract"), self.amendment),
            **dict.fromkeys(LISTS, self.items),
            **dict.fromkeys(("Tabular", "table"), self.table),
            "SignedSection": self.signature,
        }

    def amendment(self, element: Element, at: At) -> None:
        self.inside(element, replace(at, quoted=True, level=at.level + 1))

    def signature(self, element: Element, at: At) -> None:
        inner = self.open(replace(at, given=None), "Signature", "preamble", "Signature", binding=False)
        self.inside(element, inner)

    def division(self, element: Element, at: At) -> None:
        """A part, chapter or schedule with its number and title."""
        tag = name_of(element)
        label = text_of(child_of(element, "Number"))
        name = label.split(" ", 1)[1] if " " in label else ""
        if tag in ("Schedule", "Appendix"):
            short = (
                "Annex" if label.upper().startswith("ANNEX") else "Sch." if tag == "Schedule" else "Appendix"
            )
            number = f"{short} {name}".strip()
            inner = self.open(replace(at, given=None), number, "appendix", label)
            inner = replace(inner, schedule=number, parted=_counts_anew(element))
        else:
            called = f"{DIVISIONS[tag]} {name}".strip() if label else text_of(child_of(element, "Title"))
            number = f"{at.prefix} {called}".strip()
            inner = self.open(at, number, "article", label)
            if at.parted and tag == "Part":
                inner = replace(inner, schedule=number)
        self.titled(element, inner)
        prefix = number if tag != "Group" else at.prefix
        inner = replace(inner, prefix=prefix, level=0)
        for child in element:
            if name_of(child) == "TitleBlock":
                self.inside_except(child, inner, "Title")
            elif name_of(child) not in ("Number", "Title"):
                self.walk(child, inner)
        self.tell(inner)

    def inside_except(self, element: Element, at: At, *names: str) -> None:
        for child in element:
            if name_of(child) not in names:
                self.walk(child, at)

    def titled(self, element: Element, at: At) -> None:
        """The title on the line of the number."""
        title = child_of(element, "Title") if child_of(element, "Title") is not None else None
        block = child_of(element, "TitleBlock")
        if title is None and block is not None:
            title = child_of(block, "Title")
        if title is not None:
            self.blocks[-1] = replace(self.blocks[-1], runs=self.runs(title, at))

    def cross(self, element: Element, at: At) -> None:
        title, number = child_of(element, "Title"), text_of(child_of(element, "Number"))
        if title is None and not number:
            self.inside(element, at)
            return
        name = " ".join(f"{number} {text_of(title)}".split())[:70]
        if any(name_of(around) == "EUPreamble" for around in element.iterancestors()) and number:
            inner = self.open(at, f"Recital {number.strip('()')}", "preamble", number, binding=False)
        else:
            inner = self.open(at, f"{at.prefix}/{name}" if at.prefix else name, "article", number)
        self.titled(element, inner)
        self.inside_except(element, inner, "Title", "Number")

    def group(self, element: Element, at: At) -> None:
        """Provisions under one heading, which is that of the first."""
        title = child_of(element, "Title")
        first = next((part for part in element if name_of(part) in PROVISIONS), None)
        if title is not None and first is not None and not at.quoted and name_of(element) == "P1group":
            self.heading = self.runs(title, at)
        elif title is not None:
            runs = tuple(replace(run, bold=True) for run in self.runs(title, at))
            self.blocks.append(Block("paragraph", runs, at.level, given=at.given))
        self.inside_except(element, at, "Title")

    def provision(self, element: Element, at: At) -> None:
        """A section, paragraph of a schedule, or one of their parts, with all in it."""
        self.provisions += 1
        pnumber = child_of(element, "Pnumber")
        label = text_of(pnumber).strip("(). ")
        if name_of(element) == "P1" or at.given is None:
            self.section(element, pnumber, label, at)
            return
        inner, start = at, len(self.blocks)
        if label:
            kind: ClauseKind = "clause" if name_of(element) == "P2" else "item"
            given = Given(f"{at.given.number}({label})", at.given.depth + 1, kind, at.binding)
            self.blocks.append(Block("item", (), at.level + 1, f"({label})", given=given))
            inner = replace(at, given=given, level=at.level + 1)
        self.inside_except(element, inner, "Pnumber")
        if label:
            join(self.blocks, start)

    def section(self, element: Element, pnumber: Element | None, label: str, at: At) -> None:
        """A provision that is numbered through the item or the schedule, with its notes below it."""
        depth = (at.given.depth if at.given else 0) + 1
        if label:
            given = Given(self.cited(label, at), depth, "article", at.binding, self.since(element))
            runs, self.heading = self.heading, ()
            shown = shown_number(pnumber, label, "")
            self.blocks.append(Block("heading", runs, 6, shown, given=given))
        else:
            given = at.given or Given("Preamble", depth, "preamble", binding=False)
        inner = replace(at, given=given)
        self.inside_except(element, inner, "Pnumber")
        self.tell(inner)

    def cited(self, label: str, at: At) -> str:
        label = label.rsplit(" ", 1)[-1]
        if at.schedule:
            return f"{at.schedule} para. {label}"
        return f"{self.usual} {label}".strip()

    def since(self, element: Element) -> str | None:
        """From when it is law, of a provision that is not yet in force."""
        start = element.get("RestrictStartDate")
        return start if element.get("Status") == "Prospective" else None

    def quoted(self, element: Element, at: At) -> None:
        """A provision of another item, in words that put it there."""
        pnumber = child_of(element, "Pnumber")
        label = text_of(pnumber).strip("(). ") if pnumber is not None else ""
        start = len(self.blocks)
        for child in element:
            if child is not pnumber:
                self.walk(child, replace(at, level=at.level + 1))
        shown = shown_number(pnumber, label, "()" if name_of(element) != "P1" else "")
        if label and len(self.blocks) > start and not self.blocks[start].number:
            first = self.blocks[start]
            self.blocks[start] = replace(
                first, kind="item" if first.kind == "paragraph" else first.kind, number=shown
            )
        elif label:
            self.blocks.insert(start, Block("item", (), at.level, shown, given=at.given))

    def items(self, element: Element, at: At) -> None:
        """A list that is no numbered provision: its words belong to the provision around it."""
        for count, child in enumerate((c for c in element if name_of(c) in ITEMS), start=1):
            start = len(self.blocks)
            inner = replace(_valid(child, at), level=at.level + 1)
            key = child_of(child, "Key")
            self.inside_except(child, inner, "Key")
            mark = text_of(key) if key is not None else mark_of(element, child, count)
            if mark and self.usual == "Article" and at.given and not at.quoted:
                self.point(start, mark, at)
                continue
            if len(self.blocks) > start and mark and not self.blocks[start].number:
                self.blocks[start] = replace(self.blocks[start], kind="item", number=mark)

    def point(self, start: int, mark: str, at: At) -> None:
        """The blocks from `start` on are a point of an act of the European Union: `Article 6(1)(a)`."""
        assert at.given is not None
        mine = Given(f"{at.given.number}({mark.strip('().')})", at.given.depth + 1, "item", at.binding)
        for place, block in enumerate(self.blocks[start:], start):
            known = block.given
            if known is not None and known.number == at.given.number:
                self.blocks[place] = replace(block, given=mine)
            elif known is not None:
                tail = known.number.removeprefix(at.given.number)
                deeper = known._replace(number=mine.number + tail, depth=known.depth + 1)
                self.blocks[place] = replace(block, given=deeper)
        if len(self.blocks) > start:
            self.blocks[start] = replace(self.blocks[start], kind="item", number=mark)

    def table(self, element: Element, at: At) -> None:
        """Rows of a table, its title and notes as paragraphs."""
        table = (
            element
            if name_of(element) == "table"
            else next((e for e in element.iter() if name_of(e) == "table"), None)
        )
        if table is not element:
            self.inside_except(element, at, "table", "Tabular")
        if table is None:
            return
        rows = [
            tuple(self.cell(cell, at) for cell in row if name_of(cell) in ("td", "th", "entry"))
            for row in table.iter()
            if name_of(row) in ("tr", "row")
        ]
        self.blocks.append(
            Block("table", level=at.level, rows=tuple(row for row in rows if row), given=at.given)
        )


def _valid(element: Element, at: At) -> At:
    """Whether what is in the element is law: neither prospective nor repealed."""
    status = element.get("Status")
    if status == "Prospective":
        return replace(at, binding=False, base=replace(at.base, state="note"))
    if status == "Repealed" and element.get("Match") == "false":
        return replace(at, base=replace(at.base, state="deleted"))
    if name_of(element) in ("Addition", "Substitution", "Repeal"):
        changed = look(element, at.base)
        return replace(at, base=changed) if changed else at
    return at


def _counts_anew(schedule: Element) -> bool:
    """Two paragraphs of the schedule have one number."""
    labels = [
        text_of(child_of(part, "Pnumber"))
        for part in schedule.iter()
        if name_of(part) == "P1" and not any(name_of(e) == "BlockAmendment" for e in part.iterancestors())
    ]
    return len(set(labels)) < len(labels)
