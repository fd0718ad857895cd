"""The runs of a Word paragraph: words, tracked changes, notes, and what the text boxes in it hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from regulations_agent.corpus.flow.blocks import Run
from regulations_agent.corpus.flow.word.names import W, child, value
from regulations_agent.corpus.flow.word.styles import Styles
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.corpus.page.lines import State

_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_CHOICE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
STATES: dict[str, State] = {
    W + "ins": "inserted",
    W + "moveTo": "inserted",
    W + "del": "deleted",
    W + "moveFrom": "deleted",
}
"""Elements of tracked changes around runs, rows and paragraphs."""
_AROUND = frozenset(
    W + name
    for name in (
        "hyperlink",
        "smartTag",
        "customXml",
        "sdt",
        "sdtContent",
        "fldSimple",
        "ruby",
        "rubyBase",
        "dir",
        "bdo",
    )
)
"""Elements whose content is printed as if they were not there."""
_SIGNS = {"tab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "", "ptab": " "}
_NOTES = {W + "footnoteReference": "footnote", W + "endnoteReference": "endnote"}


@dataclass(slots=True)
class Words:
    """What a paragraph holds."""

    runs: list[Run] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    """`footnote` or `endnote`, id and printed mark, in order."""
    boxes: list[Element] = field(default_factory=list)
    """Contents of text boxes."""
    page_break: bool = False
    """The words after it, or the next paragraph, start a new page."""

    def is_tabbed(self, number: str) -> bool:
        """A tab parts the number that they start with from what follows."""
        return "".join(run.text for run in self.runs).lstrip()[len(number) :].startswith("\t")


@dataclass(slots=True)
class TextReader:
    """Reads paragraphs one after another, since fields and note numbers run through the document."""

    styles: Styles
    hidden: list[bool] = field(default_factory=list)
    """Of each open field: its code, which is not printed, is being given."""
    noted: int = 0

    def read(self, paragraph: Element, style: str, state: State) -> Words:
        """The paragraph's words; `state` is that of what it stands in."""
        words = Words()
        for part in paragraph:
            self._part(part, style, state, words)
        return words

    def _part(self, part: Element, style: str, state: State, words: Words) -> None:
        if part.tag == W + "r":
            self._run(part, style, state, words)
        elif part.tag in STATES:
            inner = "deleted" if "deleted" in (state, STATES[part.tag]) else STATES[part.tag]
            for each in part:
                self._part(each, style, inner, words)
        elif part.tag in _AROUND:
            for each in part:
                self._part(each, style, state, words)
        elif part.tag in (_MATH + "oMath", _MATH + "oMathPara"):
            text = "".join(each.text or "" for each in part.iter(_MATH + "t"))
            words.runs.append(Run(text, state))

    def _run(self, run: Element, style: str, state: State, words: Words) -> None:
        properties = child(run, "rPr")
        look = self.styles.look(style, properties)
        if "vanish" in look.switches:
            return
        if look.switches & {"strike", "dstrike"}:
            state = "deleted"
        for tracked, inner in STATES.items():
            if properties is not None and properties.find(tracked) is not None:
                state = "deleted" if "deleted" in (state, inner) else inner
        bold, italic = bool(look.switches & {"b", "u"}), "i" in look.switches
        for part in run:
            text = self._text(part, words)
            if text and look.switches & {"caps", "smallCaps"}:
                text = text.upper()
            raised = look.raised or part.tag in _NOTES
            if text:
                words.runs.append(Run(text, state, bold, italic, raised))

    def _text(self, part: Element, words: Words) -> str:
        """What one part of a run prints."""
        name = part.tag.removeprefix(W)
        if part.tag == W + "fldChar":
            self._field(value(part, "fldCharType"))
        elif any(self.hidden):
            return ""
        elif name in ("t", "delText"):
            return part.text or ""
        elif name in _SIGNS:
            return _SIGNS[name]
        elif name == "br":
            words.page_break |= value(part, "type") == "page"
            return "" if value(part, "type") == "page" else "\n"
        elif name == "sym":
            return _symbol(value(part, "char"))
        elif part.tag in _NOTES:
            self.noted += 1
            mark = str(self.noted)
            words.notes.append((_NOTES[part.tag], value(part, "id"), mark))
            return mark
        else:
            words.boxes.extend(_text_boxes(part))
        return ""

    def _field(self, kind: str) -> None:
        if kind == "begin":
            self.hidden.append(True)
        elif kind == "separate" and self.hidden:
            self.hidden[-1] = False
        elif kind == "end" and self.hidden:
            self.hidden.pop()


def _symbol(code: str) -> str:
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""


def _text_boxes(part: Element) -> Iterator[Element]:
    """Contents of the text boxes of a drawing; of alternatives the first that has any."""
    if part.tag == _CHOICE + "AlternateContent":
        for way in part:
            found = list(way.iter(W + "txbxContent"))
            if found:
                yield from found
                return
    elif part.tag in (W + "drawing", W + "pict", W + "object"):
        yield from part.iter(W + "txbxContent")
