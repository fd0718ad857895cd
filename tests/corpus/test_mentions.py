"""Printed references are found as they are printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regulations_agent.corpus.mentions import find_mentions

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
        ("as in (a) and (b) above", "(a) and (b)", ["(a)", "(b)"]),
        ("of this Article 8.3 only", "Article 8.3", ["8.3"]),
        ("Article 5.2 and 100mm away", "Article 5.2", ["5.2"]),
        ("Article 3.2 of the Technical Regulations", "Article 3.2 of the Technical Regulations", ["3.2"]),
        ("Appendices 3 to 4 list", "Appendices 3 to 4", ["Appendix 3", "Appendix 4"]),
        ("F.3.2.1.e and F.7.3.3", "F.3.2.1.e and F.7.3.3", ["F.3.2.1.e", "F.7.3.3"]),
        ("paragraph (a)(i) of this definition", "paragraph (a)(i) of this definition", ["(a)(i)"]),
    ],
)
def test_a_reference_is_found_as_printed(text: str, printed: str, numbers: list[str]) -> None:
    mention = next(find_mentions(text, frozenset({"F"})))
    assert text[mention.start : mention.end] == printed
    assert [n.number for n in mention.named] == numbers


@pytest.mark.parametrize(
    "text", ["point the first car", "3 items left", "the Regulations", "in section 4 of track"]
)
def test_plain_words_are_no_reference(text: str) -> None:
    assert list(find_mentions(text)) == []


def test_a_document_alone_is_a_reference() -> None:
    names = [m.document for m in find_mentions("under the Code and the Technical Regulations, or Section C")]
    assert names == ["Code", "Technical Regulations", "Section C"]


@pytest.mark.skipif(not GOLD.exists(), reason="needs the shared gold references")
def test_the_gold_references_are_found() -> None:
    rows = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines() if line]
    found = sum(
        any(r["context"][m.start : m.end] == r["printed"] for m in find_mentions(r["context"])) for r in rows
    )
    assert found >= 0.99 * len(rows)
