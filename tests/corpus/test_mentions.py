"""Printed references are found as they are printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regulations_agent.corpus.numbers.mentions import find_mentions

GOLD = Path(__file__).resolve().parents[3] / "shared" / "gold" / "xref_open.jsonl"


@pytest.mark.parametrize(
    ("text", "printed", "numbers"),
    [
        ("see Article 54.3d).", "Article 54.3d)", ["54.3d)"]),
        ("under Articles 43.3 or 44.2 the", "Articles 43.3 or 44.2", ["43.3", "44.2"]),
        ("Articles C3.5 to C3.13 apply", "Articles C3.5 to C3.13", ["C3.5", "C3.13"]),
        (
            "Articles 5.17.1 a), b), c) or h)",
            "Articles 5.17.1 a), b), c) or h)",
            ["5.17.1 a)", "b)", "c)", "h)"],
        ),
        ("see Rule 8:7 and 8:10, or", "Rule 8:7 and 8:10", ["8:7", "8:10"]),
        ("as in (a) and (b) above", "(a) and (b)", ["(a)", "(b)"]),
        ("of this Article 8.3 only", "Article 8.3", ["8.3"]),
        ("Article 5.2 and 100mm away", "Article 5.2", ["5.2"]),
        ("Article 3.2 of the Technical Regulations", "Article 3.2 of the Technical Regulations", ["3.2"]),
        ("Appendices 3 to 4 list", "Appendices 3 to 4", ["Appendix 3", "Appendix 4"]),
        ("F.3.2.1.e and F.7.3.3", "F.3.2.1.e and F.7.3.3", ["F.3.2.1.e", "F.7.3.3"]),
        ("paragraph (a)(i) of this definition", "paragraph (a)(i) of this definition", ["(a)(i)"]),
        ("paragraph a.ii. of this definition", "paragraph a.ii", ["a.ii"]),
        ("(see Article 28.4 below), then", "Article 28.4", ["28.4"]),
        ("for which Article 9.7.2 apply), and", "Article 9.7.2", ["9.7.2"]),
        ("under Articles 10.8dii) and 10.8e)", "Articles 10.8dii) and 10.8e)", ["10.8dii)", "10.8e)"]),
        ("Subject to Article C5.2.8ii, and", "Article C5.2.8ii", ["C5.2.8ii"]),
        ("ISC Articles 2.6.4 and 2.6.5, F1 Teams", "Articles 2.6.4 and 2.6.5", ["2.6.4", "2.6.5"]),
        ("connected to the rocker (Art 10.4.1)", "Art 10.4.1", ["10.4.1"]),
        ("the intention of regulation 3.7.4 is", "regulation 3.7.4", ["3.7.4"]),
        ("which need not comply with parts (a) to (e),", "parts (a) to (e)", ["(a)", "(e)"]),
        ("set out in Appendix A4B;", "Appendix A4B", ["Appendix A4B"]),
        ("the requirement of F.5.1.(c).(i).", "F.5.1.(c).(i)", ["F.5.1.(c).(i)"]),
        ("the date in Article b) i) above", "Article b) i)", ["b) i)"]),
        ("required by Section 6. d) above.", "Section 6. d)", ["6. d)"]),
        ("described by F3.1.1 b. only, any", "F3.1.1 b", ["F3.1.1 b"]),
        ("as defined by C3.10.10 of the Sporting Code", "C3.10.10 of the Sporting Code", ["C3.10.10"]),
        (
            "within Articles 3.1(h), 3.1(i) 3.1(t) to",
            "Articles 3.1(h), 3.1(i) 3.1(t)",
            ["3.1(h)", "3.1(i)", "3.1(t)"],
        ),
        ("Article 26.1 of the FIA Statutes", "Article 26.1 of the FIA Statutes", ["26.1"]),
        ("Article 29 of Directive (EU) 2018/2001", "Article 29 of Directive (EU) 2018/2001", ["29"]),
    ],
)
def test_a_reference_is_found_as_printed(text: str, printed: str, numbers: list[str]) -> None:
    mention = next(m for m in find_mentions(text, frozenset({"F"})) if m.named)
    assert text[mention.start : mention.end] == printed
    assert [n.number for n in mention.named] == numbers


@pytest.mark.parametrize(
    "text",
    [
        "point the first car",
        "3 items left",
        "the Regulations",
        "in part 4 of the track",
        "the 100mm wide section(s) defined",
        "From a point 1.6 m vertically",
        "the Article(s) of the list",
        "| Section 1: Personnel who leave |",
        "specifically permitted by Article x.x",
    ],
)
def test_plain_words_are_no_reference(text: str) -> None:
    assert list(find_mentions(text)) == []


@pytest.mark.parametrize("text", ["in section 4 of track", "see paragraph 8 below", "as defined in 5.1.20"])
def test_a_number_that_may_be_a_count_is_a_reference_only_if_it_leads_somewhere(text: str) -> None:
    assert [mention.unsure for mention in find_mentions(text, frozenset({""}))] == [True]


def test_a_number_of_two_steps_alone_is_a_reference_beside_a_longer_one() -> None:
    found = [
        n.number for m in find_mentions("in 16.2 and 16.4.3, at 2.5 bar", frozenset({""})) for n in m.named
    ]
    assert found == ["16.2", "16.4.3"]


def test_a_part_of_a_named_appendix_is_surely_a_reference() -> None:
    found = next(find_mentions("pursuant to section 5 of Appendix C.8 of the Technical Regulations"))
    assert (found.named[0].number, found.named[0].owner, found.unsure) == ("5", "Appendix C.8", False)


def test_a_document_alone_is_a_reference() -> None:
    text = "under the Code and the Technical Regulations, the FIA Rules and Regulations, or Sections C and D."
    names = [mention.document for mention in find_mentions(text)]
    assert names == ["Code", "Technical Regulations", "FIA Rules and Regulations", "Sections C and D"]


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("as required by TR Articles 9.1.5 and 9.1.7", ["TR"]),
        ("see Technical Regulation Articles 9.1.5 and 9.1.7", ["Technical Regulation"]),
        ("Technical Regulations: Articles 2.7, 2.8 and Appendices 3 to 4", ["Technical Regulations", ""]),
        ("Appendix 3 column three (titled ‘Part’) of the Technical Regulations", ["Technical Regulations"]),
        ("under the FIA Statutes and ISC Article 11.9", ["FIA Statutes", "ISC"]),
    ],
)
def test_the_document_of_a_reference_stands_before_or_behind_it(text: str, documents: list[str]) -> None:
    found = [m.document for m in find_mentions(text) if m.lead != "document" or m.document == "FIA Statutes"]
    assert found == documents


@pytest.mark.skipif(not GOLD.exists(), reason="needs the shared gold references")
def test_the_gold_references_are_found() -> None:
    rows = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines() if line]
    found = sum(
        any(r["context"][m.start : m.end] == r["printed"] for m in find_mentions(r["context"])) for r in rows
    )
    assert found >= 0.99 * len(rows)
