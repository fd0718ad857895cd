"""Season, section, issue, date and title from what a document prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations_agent.corpus.page.lines import DocumentLines, PageLines, Span, TextLine
from regulations_agent.corpus.title.metadata import read_metadata
from regulations_agent.types.document import Box


def line(text: str, top: float) -> TextLine:
    box = Box(1, 60, top, 300, top + 11)
    return TextLine((Span(text, "kept", False, False, 11, "#000000", box),), box, 4)


def document(front: list[str], heads: list[str]) -> DocumentLines:
    body = tuple(line(text, 100.0 + 15 * i) for i, text in enumerate(front))
    text = (line("The FSAE Rules are available from the FSAE Online website.", 100.0),)
    pages = tuple(
        PageLines(
            i, 595, 842, body if i == 1 else text, tuple(line(h.replace("#", str(i)), 800) for h in heads)
        )
        for i in range(1, 5)
    )
    return DocumentLines(pages, 11, "#000000")


@pytest.mark.parametrize(
    ("front", "heads", "ident", "published", "title"),
    [
        (
            [
                "2024 FORMULA ONE SPORTING REGULATIONS",
                "PUBLISHED ON 26 SEPTEMBER 2023",
                "Issue 1",
                "Convention:",
            ],
            ["2024 Formula 1 Sporting Regulations #/111 26 September 2023", "©2023 Federation Issue 1"],
            "2024/sporting@1",
            "2023-09-26",
            "2024 Formula 1 Sporting Regulations",
        ),
        (
            [
                "SECTION E: FINANCIAL REGULATIONS (POWER UNIT MANUFACTURERS)",
                "Version: Issue 2",
                "Date: 16/10/2025",
            ],
            [
                "2026 Formula 1 Regulations: Financial Regulations (Power Unit Manufacturers) "
                "16 October 2025 E#"
            ],
            "2026/financial_pu@2",
            "2025-10-16",
            "2026 Formula 1 Regulations: Financial Regulations (Power Unit Manufacturers)",
        ),
        (
            ["Rules 2024", "Version 1.0", "1 Sept 2023"],
            ["Formula SAE® Rules 2024 © 2023 SAE International Page # of 140", "Version 1.0 1 Sep 2023"],
            "fsae-2024",
            "2023-09-01",
            "Formula SAE® Rules 2024",
        ),
        (["HARBOUR SAFETY HANDBOOK"], [], "harbour-safety-handbook", None, "Harbour Safety Handbook"),
    ],
)
def test_a_document_says_which_it_is(
    front: list[str], heads: list[str], ident: str, published: str | None, title: str
) -> None:
    read = read_metadata(document(front, heads), file="some.pdf", sha256="0")
    assert (read.id, read.published, read.title) == (ident, published, title)


@pytest.mark.parametrize(
    ("front", "text", "ident", "published"),
    [
        (["LAKE RULES", "Revised 5/9/2019"], "Boats rest until March 15 of each year.", "2019", "2019-05-09"),
        (["LAKE RULES", "Revised 5/9/2019"], "Boats rest until 15 March of each year.", "2019", "2019-09-05"),
        (["LAKE RULES", "Revised 5/19/2019"], "Boats rest.", "2019", "2019-05-19"),
        (["LAKE RULES"], "Amended 6 May 2021", "2021", "2021-05-06"),
        (["LAKE RULES"], "Last update: October 2020", "2020", None),
        (["LAKE RULES", "Amended 1 May 2019"], "(Amended 6 May 2021)", "2021", "2021-05-06"),
        (["LAKE RULES"], "(OJ L 17, 4.5.2002, p. 4)", "", None),
        (
            ["LAKE RULES", "Read them with the Great Handbook of the Harbours, May 2003 Edition, and obey."],
            "Boats rest.",
            "",
            None,
        ),
    ],
)
def test_a_day_is_read_as_the_book_writes_it_and_the_last_lines_may_say_it(
    front: list[str], text: str, ident: str, published: str | None
) -> None:
    read = document(front, [])
    pages = (*read.pages[:-1], replace(read.pages[-1], body=(line(text, 100.0),)))
    found = read_metadata(replace(read, pages=pages), file="some.pdf", sha256="0")
    assert (found.id, found.published) == (f"lake-rules-{ident}".rstrip("-"), published)


def test_a_foot_that_goes_on_in_small_letters_says_the_day_of_the_change_above() -> None:
    heads = ["Chart updated 1 May 2019. Rule 5: boats were changed", "by vote of the club on 6 May 2021."]
    read = read_metadata(document(["LAKE RULES"], heads), file="some.pdf", sha256="0")
    assert read.published == "2021-05-06"
