"""What the elements of Crown Legislation Markup Language stand for, and how their numbers are printed."""

from __future__ import annotations

from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Run
from regulations_agent.corpus.flow.law.runs import name_of, text_of
from regulations_agent.corpus.flow.web.lists import COUNTED
from regulations_agent.corpus.flow.xml import Element

DIVISIONS = {
    "Part": "Pt.",
    "Chapter": "Ch.",
    "EUPart": "Part",
    "EUTitle": "Title",
    "EUChapter": "Chapter",
    "EUSection": "Section",
    "Group": "Gp.",
}
CROSS = frozenset(("Pblock", "PsubBlock", "EUSubsection", "Division"))
"""Groups under a heading without a number."""
PROVISIONS = frozenset(("P1", "P2", "P3", "P4", "P5", "P6", "P7"))
TEXTS = frozenset(
    ("Text", "Title", "Subtitle", "Number", "Reference", "LongTitle", "DateText", "Where", "TableText")
)
ITEMS = frozenset(("ListItem", "KeyListItem"))
LISTS = frozenset(("OrderedList", "UnorderedList", "KeyList"))
SKIPPED = frozenset(
    ("Contents", "Metadata", "Resources", "Versions", "Footnotes", "Commentaries", "Pnumber", "MarginNotes")
)
_MARKS = frozenset(("FootnoteRef", "CommentaryRef", "MarginNoteRef"))


def look(element: Element, run: Run) -> Run | None:
    """What each tag does to words: additions and substitutions are inserted, repealed words deleted.

    Repealed for some extent only, as the note on it says, words are still law and stay.
    """
    tag = name_of(element)
    if tag in _MARKS:
        return None
    if tag in ("Addition", "Substitution"):
        return replace(run, state="inserted") if run.state == "kept" else run
    if tag == "Repeal":
        partial = element.get("RetainText") == "true" or element.get("Extent") is not None
        return (
            run if partial or not any(map(str.isalpha, text_of(element))) else replace(run, state="deleted")
        )
    if tag in ("Superior", "Inferior", "sup", "sub"):
        return replace(run, sup=True)
    if tag in ("Emphasis", "em", "i", "Term"):
        return replace(run, italic=True)
    if tag in ("Strong", "strong", "b"):
        return replace(run, bold=True)
    if tag == "Character":
        return replace(
            run,
            text={"LinePadding": " ", "EmSpace": " ", "EnSpace": " ", "Minus": "−"}.get(
                element.get("Name") or "", " "
            ),
        )
    return replace(run, text=" ") if tag in ("Para", "Text", "br", "p", "FootnoteText") else run


def is_block(element: Element) -> bool:
    """It prints a paragraph, list or table of its own."""
    tag = name_of(element)
    return (
        tag in TEXTS
        or tag in PROVISIONS
        or tag in LISTS
        or tag in ("Tabular", "table", "Para", "BlockAmendment")
    )


def child_of(element: Element, name: str) -> Element | None:
    """Its first child of that name."""
    return next((child for child in element if name_of(child) == name), None)


def shown_number(pnumber: Element | None, label: str, marks: str) -> str:
    """The number as printed."""
    if pnumber is None or not label:
        return ""
    before, after = pnumber.get("PuncBefore"), pnumber.get("PuncAfter")
    if before is None and after is None:
        before, after = (marks[0], marks[1]) if marks else ("", "")
    return f"{before or ''}{label}{after or ''}"


def mark_of(listed: Element, item: Element, count: int) -> str:
    """The number of an item of an ordered list, as the list counts."""
    if item.get("NumberOverride"):
        return item.get("NumberOverride") or ""
    if name_of(listed) != "OrderedList":
        return ""
    kind, number = listed.get("Type") or "", count - 1 + int(listed.get("Start") or 1)
    form = next((form for form in ("roman", "alpha") if kind.startswith(form)), "")
    text = COUNTED[f"{'upper' if kind.endswith('upper') else 'lower'}-{form}" if form else "decimal"](number)
    return {"parens": f"({text})", "parenRight": f"{text})", "period": f"{text}."}.get(
        listed.get("Decoration") or "", text
    )
