"""What was read, drawn over the printed pages: one HTML file that needs nothing else, to check by eye."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.doors.render.views import count, document_line
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Box, Clause, Mark, Page, Reading, Reference

if TYPE_CHECKING:
    from regulations_agent.corpus.picture import Letter, PagePicture

LAYERS = {
    "deleted": "deletions (red)",
    "inserted": "insertions (green)",
    "clause": "clauses (blue)",
    "reference": "references (violet; orange: to nothing)",
}
PIXELS, BATCH, SECONDS = 1000, 8, 20.0
"""Width of a page picture; pages drawn by one process, and the CPU time that they may take."""
A4 = 595.0, 842.0
"""Points; the size of a page that could not be drawn."""
STYLE = Path(__file__).with_name("proof.css")


def proof_html(reading: Reading, pictures: Mapping[int, PagePicture]) -> str:
    """The whole file; `pictures` are by page, and a page without one is left white."""
    places: dict[int, list[tuple[Reference, Box]]] = defaultdict(list)
    for reference, box in reference_boxes(reading, pictures):
        places[box.page].append((reference, box))
    pages = (_page(page, reading, pictures.get(page.page), places[page.page]) for page in reading.pages)
    terms = [f"{t.term} ({t.clause}): {t.definition}" for t in reading.terms]
    document, problems = reading.document, reading.problems
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
            "style-src 'unsafe-inline'\">",
            f"<title>{escape(document.id)}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            f"<header><h1>{escape(document_line(document))}</h1><p>sha256 {escape(document.sha256)}</p>",
            f"<p>{_totals(reading)}</p>{_list('problem', problems, 'Problems')}",
            f"{_list('term', terms, 'Terms')}</header>",
            *(f'<input type="checkbox" id="{name}" checked hidden>' for name in LAYERS),
            '<nav class="layers">',
            *(f'<label for="{name}">show or hide {label}</label>' for name, label in LAYERS.items()),
            "</nav><main>",
            *pages,
            "</main></body></html>\n",
        ]
    )


def draw_all(pdf: Path, reading: Reading, megabytes: int) -> tuple[dict[int, PagePicture], list[str]]:
    """Pictures by page, and a line for each batch of pages that cannot be drawn."""
    from regulations_agent.corpus.picture import draw_pages
    from regulations_agent.corpus.process.sandbox import Limits

    numbers = [page.page for page in reading.pages]
    pictures: dict[int, PagePicture] = {}
    missing: list[str] = []
    for start in range(0, len(numbers), BATCH):
        batch = numbers[start : start + BATCH]
        try:
            drawn = draw_pages(pdf, batch, PIXELS, Limits(SECONDS, megabytes), proof=True)
            pictures.update(zip(batch, drawn, strict=True))
        except DocumentError as error:
            missing.append(str(error))
    return pictures, missing


def reference_boxes(reading: Reading, pictures: Mapping[int, PagePicture]) -> Iterator[tuple[Reference, Box]]:
    """Where each reference is printed, by the letters on the page; one in a heading is left out."""
    clauses = {clause.number: clause for clause in reading.clauses}
    reached: dict[str, int] = defaultdict(int)
    for reference in reading.references:
        clause = clauses.get(reference.clause)
        words = r"\s+".join(map(re.escape, reference.printed.split()))
        match = re.compile(words).search(clause.text, reached[clause.number]) if clause else None
        if clause is not None and match is not None:
            reached[clause.number] = match.end()
            for words, box in _stretch(clause, match.start(), match.end()):
                picture = pictures.get(box.page)
                yield reference, _printed(words, box, picture.letters) if picture else box


def _stretch(clause: Clause, start: int, end: int) -> Iterator[tuple[str, Box]]:
    """The lines of a part of the clause's text, each as wide as its share of the line's characters."""
    ends = [line.start for line in clause.lines[1:]] + [len(clause.text)]
    for line, stop in zip(clause.lines, ends, strict=True):
        low, high = max(start, line.start), min(end, stop)
        if low < high:
            step = (line.box.x1 - line.box.x0) / max(1, len(clause.text[line.start : stop].rstrip()))
            left = line.box.x0 + step * (low - line.start)
            yield clause.text[low:high], line.box._replace(x0=left, x1=left + step * (high - low))


def _printed(words: str, box: Box, letters: Sequence[Letter]) -> Box:
    """Where the words stand on the line of the box, next to it; the box itself when they are not found."""
    line = sorted((x for x in letters if box.top < x.base <= box.bottom), key=lambda letter: letter.x0)
    text, sought = "".join(letter.text for letter in line), "".join(words.split())
    places = [at for at in range(len(text)) if text.startswith(sought, at)]
    near = min(places, key=lambda at: abs(line[at].x0 - box.x0), default=None)
    return box if near is None else box._replace(x0=line[near].x0, x1=line[near + len(sought) - 1].x1)


def _totals(reading: Reading) -> str:
    struck = sum(len(page.deleted) for page in reading.pages)
    new = sum(len(page.inserted) for page in reading.pages)
    parts = [(len(reading.clauses), "clause"), (struck, "deletion"), (new, "insertion")]
    parts += [(len(reading.references), "reference"), (len(reading.terms), "term")]
    return " · ".join(count(number, noun) for number, noun in parts)


def _list(kind: str, lines: Sequence[str], title: str) -> str:
    items = "".join(f'<li class="{kind}">{escape(line)}</li>' for line in lines)
    return f"<details><summary>{title}: {len(lines):,}</summary><ul>{items}</ul></details>" if lines else ""


def _page(
    page: Page, reading: Reading, picture: PagePicture | None, places: Sequence[tuple[Reference, Box]]
) -> str:
    width, height = (picture.width, picture.height) if picture else A4
    image = _image(picture) if picture else ""
    marks = [*_marks("deleted", page.deleted), *_marks("inserted", page.inserted)]
    boxes = [_outline(c, b) for c in reading.clauses for b in c.boxes if b.page == page.page]
    lines = [_underline(reference, box) for reference, box in places]
    drawn = "".join([*boxes, *marks, *lines])
    leads = dict.fromkeys(f"{reference.clause}: {_leads(reference)}" for reference, _ in places)
    here = (clause for clause in reading.clauses if clause.page == page.page)
    return (
        f'<section class="page" id="p{page.page}"><div class="paper">{image}'
        f'<svg viewBox="0 0 {width:g} {height:g}">{drawn}</svg></div>'
        f'<div class="read"><h2>Page {page.page}</h2>{"".join(map(_clause, here))}'
        f"{''.join(map(_target, leads))}</div></section>"
    )


def _image(picture: PagePicture) -> str:
    """The page as printed; its size keeps its place until it is decoded, also when all is printed."""
    data = b64encode(picture.png).decode()
    size = f'width="{picture.width:.0f}" height="{picture.height:.0f}"'
    return f'<img alt="" {size} decoding="async" src="data:image/png;base64,{data}">'


def _marks(kind: str, marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        yield f'<rect class="{kind}" {_at(mark.box)}><title>{kind}: {escape(mark.text)}</title></rect>'


def _outline(clause: Clause, box: Box) -> str:
    label = f'<text x="{box.x0:.1f}" y="{box.top - 1:.1f}">{escape(clause.number)}</text>'
    state = "clause" if clause.in_force else "clause out"
    first = label if box == clause.boxes[0] else ""
    return f'<g class="{state}"><rect {_at(box)}><title>{escape(clause.number)}</title></rect>{first}</g>'


def _underline(reference: Reference, box: Box) -> str:
    dangling = any(target.status == "dangling" for target in reference.targets)
    state = "reference dangling" if dangling else "reference"
    return f'<rect class="{state}" {_at(box)}><title>{escape(_leads(reference))}</title></rect>'


def _leads(reference: Reference) -> str:
    targets = (f"{t.document or '?'}/{t.clause or '?'} {t.status}" for t in reference.targets)
    return f"{reference.printed} → {', '.join(targets) or 'nothing'}"


def _clause(clause: Clause) -> str:
    state = "" if clause.in_force else ' class="gone"'
    head = f"<b{state}>{escape(clause.number)} {escape(clause.heading)}</b>"
    parts = [head, f"<p{state}>{escape(clause.text)}</p>"]
    parts += [f'<p class="gone">− {escape(run)}</p>' for run in clause.deleted]
    parts += [f'<p class="new">+ {escape(run)}</p>' for run in clause.inserted]
    return "".join(parts)


def _target(lead: str) -> str:
    return f'<p class="ref">{escape(lead)}</p>'


def _at(box: Box) -> str:
    return (
        f'x="{box.x0:.1f}" y="{box.top:.1f}" width="{max(box.x1 - box.x0, 0.5):.1f}" '
        f'height="{max(box.bottom - box.top, 0.5):.1f}"'
    )
