"""Reads acts of the European Union as EUR-Lex publishes them: HTML of the Official Journal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from regulations_agent.corpus.flow.blocks import Block, Flow, FlowCell, Run
from regulations_agent.corpus.flow.law.eurlex_marks import (
    MARKER,
    class_of,
    is_marker,
    iso_date,
    short_title,
    table_of,
    within,
)
from regulations_agent.corpus.flow.law.places import Places
from regulations_agent.corpus.flow.law.runs import cell_of, cut_runs, join, runs_of, text_of
from regulations_agent.corpus.flow.runs import tidy
from regulations_agent.corpus.flow.web.html import decoded, parse_page
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import Given
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import ClauseKind

_PARAGRAPH = re.compile(r"(\d+[a-z]{0,2})\.\s+(?=\S)")
_POINT = re.compile(r"\(?(\d{1,3}|[a-z]{1,2}|[ivx]{1,5})\)\s+(?=\S)")
_NOTE = re.compile(r"\(?\s*(\*?\s*\d+)\s*\)?\s*")
_GROUP = re.compile(
    r"(?:(?:section|part|chapter|title|list|appendix)\s+[\w.]+|[A-Z]\.|\d+(?:\.\d+)*\.?)(?=[\s:.—–-]|$)", re.I
)
_CHAPTERS, _ARTICLE, _ANNEX = 4, 5, 1
"""Depths: divisions of the body stand at 1 to 4, articles below them, annexes at the top."""
_HIDDEN = frozenset(["script", "style", "head", "title", "col", "colgroup"])


def read(data: bytes, name: str) -> Flow:
    """The act's blocks with recitals, articles, paragraphs, points and annexes as cited."""
    text, problems = decoded(data, name)
    root = parse_page(text, name)
    body = root.find(".//body")
    reader = _Reader()
    reader.walk(body if body is not None else root)
    if not reader.articles:
        raise DocumentError(
            f"{name} has marks of EUR-Lex but no article; give the HTML of the act as EUR-Lex shows it."
        )
    title = short_title(reader.title) or text_of(root.find(".//title"))
    return Flow(
        tuple(reader.blocks), title, language=root.get("lang") or "", problems=problems, dated=reader.dated
    )


def _look(element: Element, run: Run) -> Run | None:
    tag, kind = str(element.tag), class_of(element)
    if tag in _HIDDEN:
        return None
    if tag == "br":
        return replace(run, text="\n")
    if tag in ("sup", "sub") or kind in ("super", "sub", "superoj-note-tag"):
        return replace(run, sup=True)
    if tag in ("i", "em") or kind == "italic":
        return replace(run, italic=True)
    return replace(run, bold=True) if tag in ("b", "strong") or kind == "bold" else run


@dataclass
class _Reader:
    """Blocks so far, and the place that is read."""

    blocks: list[Block] = field(default_factory=list)
    title: list[str] = field(default_factory=list)
    dated: str | None = None
    articles: int = 0
    places: Places = field(default_factory=Places)
    annex: str = ""
    in_point: int = 0
    """Points that are being read."""
    started: bool = False
    """The first recital, chapter or article was met."""

    def walk(self, element: Element) -> None:
        """Everything in the element, in printed order."""
        for child in element:
            if not isinstance(child.tag, str) or child.tag in _HIDDEN:
                continue
            if child.tag == "table":
                self.table(child)
            elif child.tag == "p" or (child.tag in ("span", "a") and text_of(child)):
                self.paragraph(child)
            elif child.tag == "hr":
                continue
            else:
                self.walk(child)

    def paragraph(self, element: Element) -> None:
        kind, runs = class_of(element), runs_of(element, _look)
        words = "".join(run.text for run in runs)
        if not words:
            return
        if kind.startswith("hd-"):
            self.dated = self.dated or iso_date(words)
            return
        if kind == "doc-ti":
            self.document_title(runs, words)
        elif kind.startswith("ti-section-") or kind.startswith("sti-section"):
            self.division(element, runs, words)
        elif kind == "ti-art":
            self.articles += 1
            self.head(words, _ARTICLE, "article")
        elif kind == "sti-art":
            self.blocks.append(Block("heading", runs, 5))
        elif kind.startswith("ti-grseq") and self.annex:
            self.group(runs, words)
        elif kind in ("note", "footnote"):
            self.note(runs, words)
        elif kind == "signatory" or (kind == "final" and not self.annex):
            self.place("Signatures", 1, "preamble", runs, binding=False)
        else:
            self.text(runs, words)

    def document_title(self, runs: tuple[Run, ...], words: str) -> None:
        if not self.articles and not self.annex:
            self.title.append(words)
            self.blocks.append(Block("heading", runs, 1))
        elif re.match(r"[A-Z]{3,}[A-Z\s]*(?:\s+[IVXLC\d]+[A-Za-z]?)?$", words):
            self.annex = (
                words.capitalize()
                if " " not in words
                else words.split()[0].capitalize() + words[words.index(" ") :]
            )
            self.head(words, _ANNEX, "appendix", self.annex)
        else:
            self.blocks.append(Block("heading", runs, 2))

    def division(self, element: Element, runs: tuple[Run, ...], words: str) -> None:
        """A title, chapter or section of the body; the line below a number is its heading."""
        if class_of(element).endswith("-2") or class_of(element).startswith("sti-"):
            self.blocks.append(Block("heading", runs, 3))
            return
        ids = [part.get("id") or "" for part in element.iterancestors() if part.get("id")]
        steps = [step for step in (ids[0].split(".") if ids else []) if not step.startswith("tit_")]
        depth = min(max(1, len(steps)), _CHAPTERS)
        called = f"{words.split()[0].capitalize()} {' '.join(words.split()[1:])}".strip()
        above = self.places.number_above(depth)
        self.head(words, depth, "article", f"{above} {called}" if above else called)

    def head(self, words: str, depth: int, kind: str, number: str = "") -> None:
        """A clause that starts with a heading: its number as printed."""
        number = " ".join((number or words).split())
        self.started = True
        given = self.places.open(number, depth, "appendix" if kind == "appendix" else "article")
        self.blocks.append(Block("heading", (), min(depth, 5), " ".join(words.split()), given=given))

    def group(self, runs: tuple[Run, ...], words: str) -> None:
        """A heading within an annex, with or without a number."""
        found = _GROUP.match(words)
        label = found[0].rstrip(".") if found else ""
        if label and label[0].isdigit():
            number = f"{self.annex}, point {label}"
        elif label:
            called = label if " " in label else f"Part {label}"
            kind, _, name = called.partition(" ")
            number = f"{self.annex}, {kind.capitalize() if kind.isupper() else kind} {name}"
        else:
            number = f"{self.annex}/{words[:60].strip()}"
        given = self.places.open(self.places.fresh(number), 2, "article")
        self.blocks.append(Block("heading", runs, 3, given=given))

    def note(self, runs: tuple[Run, ...], words: str) -> None:
        """A footnote: a clause below the one that is open, which goes on after it."""
        found = _NOTE.match(words)
        mark = found[1].replace(" ", "") if found else "*"
        number = (
            f"Footnote {mark}" if mark[:1] != "*" else f"Footnote {mark[1:]} (asterisk)".replace("  ", " ")
        )
        open_ = self.places.mark()
        given = self.places.open(self.places.fresh(number), self.places.depth + 1, "item", binding=False)
        self.blocks.append(Block("paragraph", runs, given=given))
        self.places.back(open_)

    def place(
        self, number: str, depth: int, kind: ClauseKind, runs: tuple[Run, ...], *, binding: bool
    ) -> None:
        given = self.places.open(number, depth, kind, binding=binding)
        self.blocks.append(Block("paragraph", runs, given=given))

    def text(self, runs: tuple[Run, ...], words: str) -> None:
        """A paragraph of an article with its number, or words that go on with the place that is open."""
        found = _PARAGRAPH.match(words)
        depth = self.places.base_depth
        if (
            found
            and not self.in_point
            and self.places.kind == "article"
            and (depth == _ARTICLE or self.annex)
        ):
            number = f"{self.places.base}({found[1]})" if not self.annex else self.annex_point(found[1])
            given = self.places.open(self.places.fresh(number), depth + 1, "clause", base=True)
            self.places.paragraphs = 1
            self.blocks.append(Block("item", cut_runs(runs, found.end()), 1, f"{found[1]}.", given=given))
            return
        point = _POINT.match(words)
        if point and self.places.base and not self.in_point:
            given = self.places.flat_point(point[1])
            self.blocks.append(
                Block("item", cut_runs(runs, point.end()), self.places.level, point[0].strip(), given=given)
            )
            return
        self.places.paragraphs += not self.in_point
        self.blocks.append(Block("paragraph", runs, self.places.level, given=self.places.again()))

    def annex_point(self, label: str) -> str:
        return f"{self.annex}, point {label}"

    def table(self, element: Element) -> None:
        """A point with its marker, as the Official Journal sets lists; else a table."""
        rows = [row for row in element.iter("tr") if table_of(row) is element]
        cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
        pointed = rows and all(len(row) == 2 and is_marker(row[0]) for row in cells)
        if any(class_of(part).startswith("hd-") for part in element.iter("p")):
            self.walk(element)
            return
        if not pointed or class_of(element) == "table":
            self.blocks.append(
                Block(
                    "table",
                    level=self.places.level,
                    rows=tuple(tuple(_cell(cell) for cell in row) for row in cells),
                    given=self.places.again(),
                )
            )
            return
        for marker, words in cells:
            self.point(text_of(marker), words, marker)

    def point(self, marker: str, words: Element, cell: Element) -> None:
        """A recital or point with all in it."""
        before = self.places.mark()
        recital = (not self.articles and not self.annex and not self.started) or within(cell, "rct_")
        found = MARKER.fullmatch(marker)
        if found and recital and found[1].isdigit():
            given: Given | None = self.places.open(
                f"Recital {found[1]}", 1, "preamble", binding=False, base=True
            )
        elif found and (self.articles or self.annex):
            given = self.places.point(found[1], self.annex)
        else:
            given = self.places.again()
        start = len(self.blocks)
        self.blocks.append(Block("item", (), max(1, self.places.level), marker, given=given))
        self.in_point += 1
        if words.text and words.text.strip():
            self.text(tidy([Run(words.text.replace("\n", " "))]), "")
        self.walk(words)
        self.in_point -= 1
        join(self.blocks, start)
        if not recital:
            self.places.back(before)


def _cell(cell: Element) -> FlowCell:
    parts = [runs_of(part, _look) for part in cell if part.tag == "p"] or [runs_of(cell, _look)]
    runs = [run for part in parts for run in (*part, Run("\n"))]
    return cell_of(cell, tidy(runs))
