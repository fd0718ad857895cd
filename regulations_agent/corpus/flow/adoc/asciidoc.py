"""Reads AsciiDoc: header, sections with their numbers, paragraphs, lists, tables and delimited blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from regulations_agent.corpus.flow.adoc.inline import attributes, runs_of
from regulations_agent.corpus.flow.adoc.lists import Lists, read_item
from regulations_agent.corpus.flow.adoc.preprocess import chosen
from regulations_agent.corpus.flow.adoc.state import STYLE, State, block_attributes, joined
from regulations_agent.corpus.flow.adoc.tables import read_table
from regulations_agent.corpus.flow.blocks import Block, Flow, Run
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.runs import plain

DEEPEST = 20
"""Delimited blocks in each other."""
_ENTRY = re.compile(r":(!?)([\w-]+)(!?):(?:[ \t]+(.*))?$")
_SECTION = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?$")
_LEVELS = "=-~^+"
_ATTRIBUTES = re.compile(r"\[(?!\[)([^\]]*(?:\"[^\"]*\"[^\]]*)*)\]$")
_FENCE = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|```\w*|[|,:!]={3,})$")
_RULE = re.compile(r"(?:'{3,}|-{3}|\*{3})$")
_APART = ("discrete", "float")
"""Styles of headings that are of no section."""
_MACRO = re.compile(r"(?:image|video|audio|toc)::\S*\[.*\]$")


def read(data: bytes, name: str) -> Flow:
    """The document's blocks; raises DocumentError for more text than is read."""
    text, problems = decode(data, name)
    state = State()
    lines = [line.rstrip() for line in chosen(plain(text).split("\n"), state.problems)]
    blocks = list(_Reader(lines, state, 0).read(header=True))
    title = next((block.text for block in blocks if block.kind == "heading" and block.level == 1), "")
    about = tuple(state.known[key] for key in ("description", "keywords", "author") if state.known.get(key))
    return Flow(tuple(blocks), title, about, state.known.get("lang", ""), (*problems, *state.problems))


class _Reader:
    """Reads lines from the first to the last; blocks in blocks have readers of their own."""

    def __init__(self, lines: Sequence[str], state: State, depth: int) -> None:
        self._lines, self._state, self._depth = lines, state, depth
        self._at = 0
        self._said: dict[str, str] = {}
        """Attributes of the block to come."""
        self._page = False

    def read(self, *, header: bool = False) -> Iterator[Block]:
        """All blocks."""
        if header:
            yield from self._header()
        while self._at < len(self._lines):
            for block in self._next(0):
                yield replace(block, new_page=True) if self._page else block
                self._page = False

    def _header(self) -> Iterator[Block]:
        """The title with the lines of author and revision right below it."""
        while self._at < len(self._lines) and (
            not self._line or self._line.startswith("//") or self._entry()
        ):
            self._at += 1
        start, title = self._at, self._section()
        if title is None or title[0] != 1:
            self._at = start
            return
        yield Block("heading", self._runs(title[1]), 1)
        while self._line:
            if not self._entry() and not self._line.startswith("//"):
                yield Block("paragraph", self._runs(self._line))
            self._at += 1

    @property
    def _line(self) -> str:
        return self._ahead(0)

    def _ahead(self, count: int) -> str:
        """The line so far behind that at work; empty behind the last."""
        at = self._at + count
        return self._lines[at] if at < len(self._lines) else ""

    def _runs(self, text: str) -> tuple[Run, ...]:
        return runs_of(text, self._state.known, self._state.notes)

    def _entry(self) -> bool:
        """The line sets an attribute."""
        found = _ENTRY.match(self._line)
        if found is None:
            return False
        name, value = found[2].lower(), found[4] or ""
        while value.endswith(" \\"):
            self._at += 1
            value = f"{value[:-2]} {self._line.strip()}"
        if found[1] or found[3]:
            self._state.known.pop(name, None)
        else:
            self._state.known[name] = attributes(value, self._state.known)
        return True

    def _next(self, level: int) -> Iterator[Block]:
        """What stands at the line at work, if that is a block; moves behind it."""
        line = self._line
        fence = _FENCE.match(line)
        if not line or line == "+" or _RULE.match(line) or _MACRO.match(line) or self._entry():
            self._at += 1
        elif line == "<<<":
            self._page, self._at = True, self._at + 1
        elif fence:
            yield from self._delimited(fence[1], level)
        elif line.startswith("//") or re.match(r"\[\[.*\]\]$", line):
            self._at += 1
        elif (found := _ATTRIBUTES.match(line)) is not None:
            self._said |= block_attributes(found[1])
            self._at += 1
        elif re.match(r"\.[^\s.]", line):
            self._at += 1
            yield Block("paragraph", self._runs(line[1:]), level)
        elif (title := self._section()) is not None:
            yield self._heading(*title)
        else:
            yield from self._words(level)

    def _section(self) -> tuple[int, str] | None:
        """Level from 1 and words of a section title, in one line or underlined; moves behind it."""
        line, below = self._line, self._ahead(1)
        if found := _SECTION.match(line):
            self._at += 1
            return len(found[1]), found[2]
        underlined = len(below) > 1 and below[0] in _LEVELS and below == below[0] * len(below)
        if underlined and abs(len(line) - len(below)) < 2 and any(map(str.isalnum, line)):
            self._at += 2
            return _LEVELS.index(below[0]) + 1, line
        return None

    def _heading(self, level: int, words: str) -> Block:
        said, self._said = self._said, {}
        return Block("heading", self._runs(words), level, self._number(level, said))

    def _number(self, level: int, said: Mapping[str, str]) -> str:
        """The section's number where the document asks for numbers; one of a style of its own has none, nor
        has what stands in it, unless it is an appendix."""
        state, style = self._state, said.get(STYLE, "")
        if style in _APART:
            return ""
        if not 0 < state.special < level:
            state.special = level if style and style != "appendix" else 0
        most = state.known.get("sectnumlevels", "3")
        deepest = int(most if most.isdigit() else 3)
        if style == "appendix":
            state.appendices += 1
            state.letter = chr(64 + min(state.appendices, 26))
            state.sections[:] = state.sections[:1] or [0]
            return f"Appendix {state.letter}:"
        numbered = state.known.keys() & {"sectnums", "numbered"}
        if state.special or not numbered or not 1 < level <= deepest + 1:
            return ""
        del state.sections[level - 1 :]
        state.sections += [0] * (level - 1 - len(state.sections))
        state.letter = state.letter if level > 2 else ""
        state.sections[-1] += 1
        return ".".join([state.letter or str(state.sections[0]), *map(str, state.sections[1:])]) + "."

    def _delimited(self, fence: str, level: int) -> Iterator[Block]:
        """A delimited block; one that never ends goes to the last line."""
        said, self._said = self._said, {}
        close = "```" if fence.startswith("```") else fence
        start = self._at + 1
        end = next(
            (at for at in range(start, len(self._lines)) if self._lines[at] == close), len(self._lines)
        )
        inner = self._lines[start:end]
        self._at = end + 1
        if fence.endswith("===") and fence[0] in "|,:!":
            if fence[0] == ",":
                said["format"] = "csv"
            rows = read_table(inner, said, self._state.known)
            yield Block("table", (), level, rows=tuple(map(tuple, rows)))
        elif fence[0] == "/" or "comment" in said:
            return
        elif fence[0] == "+":
            self._state.problems.append("a passthrough block was not read")
        elif fence[0] in "-.`" and fence != "--":
            yield Block("preformatted", (Run("\n".join(inner)),), level)
        elif self._depth < DEEPEST:
            for block in _Reader(inner, self._state, self._depth + 1).read():
                yield block if block.kind == "heading" else replace(block, level=block.level + level)
        else:
            yield Block("paragraph", self._runs(" ".join(inner)), level)

    def _words(self, level: int) -> Iterator[Block]:
        """A list, a literal paragraph or a paragraph, then its footnotes."""
        noted = len(self._state.notes)
        if read_item(self._line) is not None:
            yield from self._list(level)
        elif self._line[0] in " \t":
            self._said = {}
            yield Block("preformatted", (Run("\n".join(self._until_blank())),), level)
        else:
            self._said = {}
            yield Block("paragraph", self._runs(joined(self._until_blank())), level)
        for number, note in enumerate(self._state.notes[noted:], noted + 1):
            yield Block("footnote", self._runs(note), level, str(number))

    def _until_blank(self, *, in_list: bool = False) -> list[str]:
        """Lines of a paragraph."""
        first = self._line
        self._at += 1
        return [first, *self._further(in_list=in_list)]

    def _further(self, *, in_list: bool) -> list[str]:
        """Lines that go on with the words above; in a list an item starts anew."""
        lines: list[str] = []
        while self._line not in ("", "+"):
            if _FENCE.match(self._line) or _ATTRIBUTES.match(self._line):
                break
            if in_list and read_item(self._line):
                break
            if not self._line.startswith("//"):
                lines.append(self._line)
            self._at += 1
        return lines

    def _list(self, level: int) -> Iterator[Block]:
        """Items as long as they follow each other, with what `+` attaches to them."""
        lists, text = Lists(), ""
        while True:
            item = read_item(self._line)
            if item is None:
                if self._line == "+":
                    self._at += 1
                    yield from self._attached(level + len(lists.open))
                elif not self._line and self._list_goes_on():
                    self._at += 1
                elif _ATTRIBUTES.match(self._line) and (self._ahead(-1) or not text) and self._list_goes_on():
                    self._said |= block_attributes(self._line[1:-1])
                    self._at += 1
                else:
                    return
                continue
            said, self._said = self._said, {}
            depth, marker = lists.enter(item, said)
            self._at += 1
            text = joined([item.text, *self._further(in_list=True)])
            if item.term:
                yield Block(
                    "paragraph",
                    tuple(replace(r, bold=True) for r in self._runs(item.term)),
                    level + depth - 1,
                )
            if text.strip():
                yield Block("item" if marker else "paragraph", self._runs(text), level + depth, marker)

    def _attached(self, level: int) -> Iterator[Block]:
        """The one block that stands after a `+`, attributes first."""
        while _ATTRIBUTES.match(self._line):
            self._said |= block_attributes(self._line[1:-1])
            self._at += 1
        if _FENCE.match(self._line):
            yield from self._next(level)
        elif self._line and read_item(self._line) is None:
            yield Block("paragraph", self._runs(joined(self._until_blank(in_list=True))), level)

    def _list_goes_on(self) -> bool:
        """The next line with words is an item or attributes of one."""
        for line in self._lines[self._at + 1 :]:
            if line and not line.startswith("//") and not _ATTRIBUTES.match(line):
                return read_item(line) is not None or line == "+"
        return False
