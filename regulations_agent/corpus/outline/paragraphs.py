"""Parts a clause that is too long for one answer at its paragraphs, which are then cited as ¶1, ¶2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from regulations_agent.corpus.outline.opened import is_list_item
from regulations_agent.corpus.outline.rows.looks import CAPTION, run_in
from regulations_agent.corpus.outline.rows.unfold import cut
from regulations_agent.corpus.page.lines import Cell, Table
from regulations_agent.corpus.print.rows import COLUMN_SIGNS, END_MARKS, SIGNS, Measure, Row
from regulations_agent.corpus.title.dates import is_dateline
from regulations_agent.corpus.tree.nodes import Node

MAX_LEAD_WORDS = 9
"""Words of a title within a clause at most."""
ASKED = 4
"""The same of one with a colon; what is longer leads to what follows: `The fees are as follows:`."""
LONG = 1_400
"""Characters of own text from which a clause is parted, if it has paragraphs."""
SHORT = 250
"""Characters that a part has at least, if it can."""
TITLES = 2
"""Titles on lines of their own within a clause, from which it is parted at them, however short; one that runs
in is enough."""
RECURS = 4
"""Times that a book has a title at most, for it to part a clause by itself; `Related topics:` does not."""
MAX_PART = 2_400
"""Characters after which a part ends at the next sentence, without a new paragraph."""
MAX_TABLE = 2_200
"""The same of the rows of a table, but for those of its heading."""
HANGING = 2.0
"""Points by which a line that goes on below the words of an item may miss their edge."""
TOUCHES = 0.5
"""Blank between a table and its caption below it at most, in font sizes."""
LONGEST_HEAD = 120
"""Characters of a cell that names its column; a first row with a longer one heads no part but its own."""

Lines = list[tuple[Row, int]]
Titles = dict[int, int]
"""Characters of the title that a row (by identity) starts with."""


def split_paragraphs(nodes: Sequence[Node], measure: Measure) -> list[Node]:
    """All nodes, with a node for each paragraph of those that are too long; in printed order."""
    out: list[Node] = []
    titled = _titled(nodes, measure)
    for node in nodes:
        out.append(node)
        node.rows, whole = [piece for line in node.rows for piece in _table_parts(line)], node.rows
        titles = _titles(node, measure)
        if sum(map(_length, whole)) <= LONG and not (titles and titled[id(_clause_of(node))] >= TITLES):
            node.rows = whole
            continue
        parts = _parts(node.rows, titles, measure)
        if len(parts) < 2 and not titles:
            node.rows = whole
            continue
        if node.tail.startswith("/¶") and node.parent is not None and node.label is None and not node.heading:
            # what stands below a paragraph hangs on the last of its parts
            out[-1:] = [*(paragraph(node.parent, part, titles) for part in parts[:-1]), node]
            _take(node, parts[-1], titles)
            continue
        first, *others = (part[0][0] for part in parts)
        keeps = not (_title(first) or id(first) in titles) and all(id(row) in titles for row in others)
        node.rows = parts[0] if keeps else []
        made = [paragraph(node, part, titles) for part in parts[keeps:]]
        out += made
        _hang(node, made)
    number_paragraphs(out)
    return out


def _titled(nodes: Sequence[Node], measure: Measure) -> Counter[int]:
    """By clause, the titles within it; one that runs in counts fully where the book hardly repeats it."""
    titles = {id(node): _titles(node, measure) for node in nodes}
    words = Counter(row.text[: _title(row)] for node in nodes for row, _ in node.rows)
    titled: Counter[int] = Counter()
    for node in nodes:
        found = [row for row, _ in node.rows if id(row) in titles[id(node)]]
        own = any((end := _title(row)) and words[row.text[:end]] <= RECURS for row in found)
        titled[id(_clause_of(node))] += TITLES if own else len(found)
    return titled


def _clause_of(node: Node) -> Node:
    """The clause that a paragraph is one of."""
    return node.parent if node.tail.startswith("/¶") and node.parent is not None else node


def _hang(node: Node, parts: Sequence[Node]) -> None:
    """Puts the list right behind the clause's own words below the last of their titles."""
    last = next((part for part in reversed(parts) if part.heading), None)
    for child in node.children if last is not None else ():
        if not is_list_item(child):
            break
        child.parent = last


def number_paragraphs(nodes: Sequence[Node]) -> None:
    """Counts the paragraphs of each clause; its own words, where it keeps some, are the first."""
    count: Counter[int] = Counter()
    for node in nodes:
        if node.tail.startswith("/¶") and node.stem is not None:
            first = 1 if node.stem.rows else 0
            count[id(node.stem)] += 1
            node.tail = f"/¶{count[id(node.stem)] + first}"


def paragraph(above: Node, rows: Lines, titles: Titles | None = None) -> Node:
    """A node for some of the clause's own words; its number is counted at the end."""
    first = rows[0][0]
    node = Node("clause", above, "/¶", above, None, first.x0, first.x0, named=True)
    _take(node, rows, titles or {})
    return node


def _take(node: Node, rows: Lines, titles: Titles) -> None:
    """Gives a paragraph its words, and its title."""
    node.first, node.rows = rows[0][0], list(rows)
    if end := titles.get(id(node.first)) or _title(node.first):
        head, rest = cut(node.first, end) if end < len(node.first.text) else (node.first, None)
        node.heading, node.rows = [(head, 0)], [*([(rest, 0)] if rest else []), *rows[1:]]


def above_named(row: Row, owner: Node) -> Node:
    """The clause that a paragraph stands in: one with a title that runs in is beside a title on its own row
    that a colon ends, if such paragraphs stand above that, as definitions do."""
    if _title(row):
        for node in reversed(owner.path):
            head = node.heading[-1][0] if node.label is None and node.heading else None
            level = head is not None and head.text.endswith(":") and abs(head.x0 - row.x0) <= HANGING
            if level and node.parent is not None and any(_title(above) for above, _ in node.parent.rows):
                return node.parent
    return owner


def _titles(node: Node, measure: Measure) -> Titles:
    """The titles within a clause: those that run into the text in bold, or stand on lines of their own."""
    rows = [row for row, _ in node.rows]
    found = {
        id(row): end
        for above, row in pairwise(rows)
        if (end := _title(row)) and not _goes_on(above, row, row.text[:end], measure)
    }
    for before, row, below in zip(rows, rows[1:], rows[2:], strict=False) if node.kind != "preamble" else ():
        opens = _starts(before, row, measure) or before.text.endswith(":")
        if opens and _is_own_line(row, 0, below, measure):
            found[id(row)] = len(row.text)
    if rows and _opens_titled(node) and (end := _title(rows[0])):
        if cut(rows[0], end)[0].bold or not _fills(node, measure):
            found[id(rows[0])] = end
    elif found and node.heading and _is_own_line(rows[0], node.rows[0][1], rows[1], measure):
        found[id(rows[0])] = len(rows[0].text)
    return found


def _opens_titled(node: Node) -> bool:
    """A title within the clause may stand right at its start: below its own title, or in a paragraph."""
    above = node.heading[-1][0].item.box.top if node.heading else None
    return node.rows[0][0].item.box.top != above if above is not None else node.tail.startswith("/¶")


def _fills(node: Node, measure: Measure) -> bool:
    """The clause's title fills its row, so that bold words right below it may be more of it."""
    above = node.heading[-1][0] if node.heading else None
    return above is not None and measure.full(above) and not above.text.endswith(END_MARKS)


def _is_own_line(row: Row, skip: int, below: Row, measure: Measure) -> bool:
    """A few words that leave room on their line, neither a sentence nor a caption, above a line of text."""
    words = row.text[skip:].strip(' ”"’)')
    most = ASKED if words.endswith(":") else MAX_LEAD_WORDS
    few = 0 < len(words.split()) <= most and words[:1].isupper() and words[-1:] not in ".;,"
    few = few and not (is_dateline(words) or "___" in words)
    text = below.text[:1].isupper() and (measure.full(below) or below.text.endswith((".", ";", ":")))
    return (
        few
        and text
        and not (row.is_table or row.dead or below.is_table)
        and not (measure.full(row) or CAPTION.match(words))
    )


def _goes_on(above: Row, row: Row, title: str, measure: Measure) -> bool:
    """The words above go on in the row: no sentence ends with them, and they are bold or fill their row."""
    fills = measure.full(above) and not (measure.parted(row) or above.is_table or title.endswith(":"))
    return (above.bold or fills) and not above.text.endswith(END_MARKS)


def _title(row: Row) -> int:
    """Characters of a bold title that runs into the text of a paragraph; 0 for none and for bullets. The stop
    that ends it may be plain."""
    end = run_in(row) if row.text[:1] not in COLUMN_SIGNS and not row.text[:1].islower() else 0
    words = row.text[:end].rstrip(" .:–—-")
    return end if end and cut(row, len(words))[0].bold and len(words.split()) <= MAX_LEAD_WORDS else 0


def _length(line: tuple[Row, int]) -> int:
    row, skip = line
    if isinstance(row.item, Table):
        return sum(map(_cells_length, row.item.rows))
    return 0 if row.dead else len(row.text) - skip + 1


def _cells_length(cells: Sequence[Cell]) -> int:
    """As printed between strokes."""
    return sum(len(cell.text) + 3 for cell in cells)


def _table_parts(line: tuple[Row, int]) -> Lines:
    """A long table in parts, each below its heading row, if it has one."""
    table = line[0].item
    if not isinstance(table, Table) or _length(line) <= MAX_PART:
        return [line]
    heads = len(table.rows) > 1 and max(len(cell.text) for cell in table.rows[0]) <= LONGEST_HEAD
    head, body = (table.rows[:1], table.rows[1:]) if heads else ((), table.rows)
    parts: list[list[tuple[Cell, ...]]] = []
    size = MAX_TABLE
    for cells in body:
        size += _cells_length(cells)
        if size > MAX_TABLE:
            parts.append([])
            size = _cells_length(cells)
        parts[-1].append(cells)
    return [
        (_table_row(line[0], table, (*head, *part), first=i == 0 or not heads), 0)
        for i, part in enumerate(parts)
    ]


def _table_row(row: Row, table: Table, rows: tuple[tuple[Cell, ...], ...], *, first: bool) -> Row:
    """The row of a table with some of its rows; its box is around those that are not the heading."""
    boxes = [cell.box for cells in (rows if first else rows[1:]) for cell in cells]
    box = table.box._replace(top=min(b.top for b in boxes), bottom=max(b.bottom for b in boxes))
    return replace(row, item=Table(rows, box), new_page=row.new_page and first)


def _parts(rows: Lines, titles: Titles, measure: Measure) -> list[Lines]:
    parts: list[Lines] = []
    size = 0
    for i, line in enumerate(rows):
        before = rows[i - 1][0] if i else None
        opens = before is None or (
            id(line[0]) in titles
            or (size >= SHORT and _starts(before, line[0], measure))
            or (size >= MAX_PART and before.text.endswith((".", "!", "?", ";", ":")))
            or size + _length(line) > 1.2 * MAX_PART
        )
        if opens:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += _length(line)
    short = len(parts) > 1 and sum(map(_length, parts[-1])) < SHORT / 3
    if short and id(parts[-1][0][0]) not in titles:
        last = parts.pop()
        parts[-1] += last
    return [_rejoined(part) for part in parts]


def _rejoined(part: Lines) -> Lines:
    """The rows; pieces of one table that came into one part are below one heading."""
    out: Lines = []
    for row, skip in part:
        table, above = row.item, out[-1][0].item if out else None
        if isinstance(table, Table) and isinstance(above, Table) and table.rows[0] is above.rows[0]:
            box = above.box._replace(bottom=max(above.box.bottom, table.box.bottom))
            out[-1] = (replace(out[-1][0], item=Table((*above.rows, *table.rows[1:]), box)), skip)
        else:
            out.append((row, skip))
    return out


def _starts(before: Row, row: Row, measure: Measure) -> bool:
    """The row starts a paragraph that does not belong to the one before."""
    if row.text.startswith(SIGNS) or before.text.endswith(":") or row.text[:1].islower():
        return False
    if row.is_table or before.is_table:
        return not (row.is_table or _is_caption(before, row))
    if row.new_page:
        level = abs(row.x0 - before.x0) <= 6
        return before.text.endswith((".", ";")) and not (level and measure.full(before))
    hangs = abs(row.x0 - before.text_x0) <= HANGING
    ended = (row.x0 > before.x0 + 6 and not hangs) or before.text.endswith((".", ";"))
    return measure.parted(row) or (ended and not measure.full(before))


def _is_caption(table: Row, row: Row) -> bool:
    """The row names the table right above it."""
    blank = row.item.box.top - table.item.box.bottom
    return CAPTION.match(row.text) is not None and row.page == table.page and blank < TOUCHES * row.size
