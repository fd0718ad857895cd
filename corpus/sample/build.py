"""Typesets the sample rulebooks from `source/` and writes what a reader must find in them to `truth/`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from typesetting import browser, paper  # noqa: E402
from typesetting.house import Sheet  # noqa: E402
from typesetting.markup import Book, former_issue, read_book  # noqa: E402
from typesetting.truth import truth_of  # noqa: E402

MAGENTA, DARK_RED = "#ff00ff", "#c00000"


def convention(book: Book, former: str, colour: str) -> tuple[str, ...]:
    """The lines that page one prints about colours."""
    name = {MAGENTA: "Pink Text", DARK_RED: "Dark Red Text"}[colour]
    if book.meta["issue"] == "1":
        lines = ["Black text: first issue; no changes are marked"]
    else:
        lines = [
            f"Black text: unchanged text from {former}",
            f'<font color="{colour}">{name}</font>: changes relative to {former}; struck words are deleted',
        ]
        if book.meta.get("earlier"):
            colour, day = DARK_RED, book.meta["earlier"]
            lines.append(
                f'<font color="{colour}">Dark Red Text</font>: changes approved on {day}, in force since then'
            )
    return (*lines, '<font color="#008000">Green Text</font>: comments and explanations, non-regulatory')


def sheets(path: Path) -> list[Sheet]:
    """The issues that one source file holds: an amended one also gives the issue before it."""
    book = read_book(path)
    colour = {"pink": MAGENTA, "red": DARK_RED}[book.meta.get("colour", "pink")]
    if book.meta["issue"] == "1":
        return [Sheet(book, colour, convention(book, "", colour))]
    meta = book.meta | {
        "issue": str(int(book.meta["issue"]) - 1),
        "published": book.meta["former_published"],
        "engine": book.meta["former_engine"],
    }
    former = former_issue(replace(book, meta=meta))
    name = f"Issue {meta['issue']}, published on {Sheet(former, colour, ()).date}"
    return [
        Sheet(former, colour, convention(former, "", colour)),
        Sheet(book, colour, convention(book, name, colour)),
    ]


def typeset(sheet: Sheet) -> None:
    meta = sheet.book.meta
    name = f"{meta['season']}_{meta['section']}_issue{int(meta['issue']):02}"
    engine, _, face = meta["engine"].partition(" ")
    path = HERE / f"{name}.pdf"
    setter = paper.typeset if engine == "reportlab" else browser.typeset
    pages = setter(sheet, path, face)
    truth = truth_of(sheet.book)
    truth["document"]["pages"] = pages
    text = json.dumps(truth, indent=1, ensure_ascii=False)
    (HERE / "truth" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(
        f"{path.name}: {pages} pages, {len(truth['clauses'])} clauses, {path.stat().st_size // 1024} KB\n"
    )


def main() -> None:
    """Build every book, or those whose file names are given."""
    wanted = set(sys.argv[1:])
    for path in sorted((HERE / "source").glob("*.source")):
        if not wanted or path.stem in wanted:
            for sheet in sheets(path):
                typeset(sheet)


if __name__ == "__main__":
    main()
