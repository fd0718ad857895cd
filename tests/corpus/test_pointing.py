"""Every way to point to a rule, told whole: where the words stand, what they name, and where they lead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulations_agent.corpus.numbers.labels import first_script, letter_place, read_label, script_after
from regulations_agent.corpus.numbers.mentions import Mention, find_mentions
from regulations_agent.corpus.numbers.numerals import bijective, ordinal, roman, spelled, spelled_ordinal
from regulations_agent.corpus.numbers.reference import lookup_key, roman_value, tails, unique_tails
from regulations_agent.corpus.numbers.references import find, resolve
from regulations_agent.types.document import Clause, ClauseKind, Document, Reference, Target
from tests.listings import as_listed

PHRASES = (
    "see Article 5.3 and Article 5.4, or Articles 6 to 8 (inclusive).",
    "Articles 3.1, 3.2 and 3.5 to 3.9 of the Technical Regulations apply.",
    "Articles 5.17.1 a), b) or c) and 5.18 hold.",
    "Article 57.4b)i) and ii) of the Code.",
    "paragraph (a), items 3 and 4, item 3.a, paragraph 8 and section 1.1 below",
    "items b) and c) above; (d) below; a. and b. above",
    "this Article 8.3, this Appendix, the present Rule and of this Article",
    "Appendix 8 Item 1d) and Appendix L Chapter III Article 2 of the International Sporting Code",
    "Article 5 of Appendix 4; item 2 of this Appendix; paragraph 3 of Appendix 5",
    "Appendix 3 column three of the Code, Appendices 3 to 5 and 7, Annex A, Schedule 2",
    "Appendix 4 and 12 cars, Appendices 2 and F1 Teams",
    "Article 5.2 and 100 mm away, Article 6 or 7 days, Articles 6 and 7 days",
    "Articles 5 and B2 Competitions, Articles 5 and F1 Teams race",
    "the 2025 Technical Regulations and the FIA Statutes and ISC",
    "Technical Regulations Article 3.2, Tech Regs Art. 4.1, ISC Articles 2.6.4 and 2.6.5",
    "FIA Statutes and ISC Article 2.1; Sections D and E; Section C; Sections A, B or C",
    "the Regulations, Article 3 of the Regulations, Article 3 of these Sporting Regulations",
    "B3.4.2 and GR.5 with V.2.1, 5.1.20 and 5.1, C3.10.10 of the Sporting Code",
    "§5.5 and § 7, §§ 3 and 4, rule 4.2, clauses 4.2(a)(i) and 4.3 (b)",
    "irrespective of b), the load in (a), from (c) and under d)",
    "Article 7: Boats\nArticle 8: Oars. As Article 9: says",
    "| Article 3 | Article 4: x |",
    "Article (a) of this definition, Article b) i) above, Section 6. d) above",
    "Section A, section 5, sections 5.1 and 5.2, subparagraph (b), sub-sections 2.1",
    "points 3, 3 points, item 4 cars, paragraphs 4 & 5 below, parts (a) to (e)",
    "Articles 3.1(h), 3.1(i) 3.1(t) up to and including 3.1(v)",
    "Article 29 of Directive (EU) 2018/2001, Article 4 under the Cost Cap Agreement",
    "Article 3 (inclusive) of this Article, Articles 4 and 5 in this Rule",
    "Article 10.8dii), Article C5.2.8ii, F3.1.1 b. only, F.5.1.(c).(i).",
    "Rules 2026, Rule 2026, Articles 12 and 2024, Article 1999.1",
    "Section V and Section VI.2, Articles II and IV, Rule XIV.3",
    "Article 5.1 mm, Article 5.1 kg, Articles 5.1, 6.1 seconds",
    "article 5, sub-article 5.1, Art 5.1, Art 5, regulation 3.7.4, regulation 3",
    "Appendix B3/4, Appendix 4 Article 5.1, Appendix 4 - paragraph 2, Appendix 4. Article 5",
    "Article 5 of Appendix 4 of the Technical Regulations and Appendix 4 to the Sporting Regulations",
)


def told(mention: Mention, text: str) -> str:
    """What is not as usual of it."""
    named = ", ".join(
        one.number
        + "".join(f" {name}" for name in ("relative", "to", "beside") if getattr(one, name))
        + (f" of {one.owner}" if one.owner else "")
        for one in mention.named
    )
    marks = [name for name in ("this", "unsure") if getattr(mention, name)]
    book = f" in {mention.document}" if mention.document else ""
    return f"{text[mention.start : mention.end]!r} {mention.lead}: {named}{book} {' '.join(marks)}".rstrip()


@pytest.mark.parametrize("roots", [frozenset(), frozenset({"B", "GR", "V", ""})], ids=["plain", "lettered"])
def test_every_phrase_names_what_it_prints(roots: frozenset[str]):
    for text in PHRASES:
        found = list(find_mentions(text, roots))
        as_listed([told(mention, text) for mention in found])
        ends = [0, *(mention.end for mention in found)]
        assert all(end <= mention.start < mention.end for end, mention in zip(ends, found, strict=False))
        assert not any(text[mention.start : mention.end].endswith(" ") for mention in found)


@settings(deadline=None)
@given(st.text(alphabet="Article 35.()ab,to§BC\n", max_size=40))
def test_whatever_is_written_mentions_stand_in_order_and_none_in_another(text: str):
    found = list(find_mentions(text, frozenset({"B", ""})))
    assert all(one.end <= other.start for one, other in pairwise(found))


def book(letter: str = "", season: int | None = 2031) -> list[Clause]:
    """Articles with clauses, lists two deep, and two appendices; what is said is filled in by `pointed`."""
    name = Document(season, "sailing", 1, None, "Sailing Regulations", 1, "").id
    rows: list[tuple[str, str | None, ClauseKind]] = [(f"{letter}1", None, "article")]
    rows += [(f"{letter}1.{n}", f"{letter}1", "clause") for n in range(1, 6)]
    rows += [(f"{letter}1.2{k})", f"{letter}1.2", "item") for k in "abc"]
    rows += [(f"{letter}1.2b){k})", f"{letter}1.2b)", "item") for k in ("i", "ii")]
    rows += [
        (f"{letter}2", None, "article"),
        (f"{letter}2.1", f"{letter}2", "clause"),
        (f"{letter}2.1a)", f"{letter}2.1", "item"),
    ]
    rows += [(f"Appendix {letter}4", None, "appendix")]
    rows += [(f"Appendix {letter}4/{n}", f"Appendix {letter}4", "clause") for n in (1, 2)]
    rows += [(f"Appendix {letter}4/2.{n}", f"Appendix {letter}4/2", "clause") for n in (1, 2)]
    rows += [
        (f"Appendix {letter}4/2a", f"Appendix {letter}4/2", "item"),
        (f"Appendix {letter}5", None, "appendix"),
    ]
    rows += [(f"Appendix {letter}5/Part B", f"Appendix {letter}5", "clause"), ("Annex 6", None, "appendix")]
    return [Clause(f"{name}/{n}", n, "", above and f"{name}/{above}", kind, 1, "") for n, above, kind in rows]


POINTING = (
    "Articles 1.1 to 1.4",
    "Articles 1.2 a) to c)",
    "Article 1.2b)i) and ii)",
    "a), b) and c) above",
    "i) and ii) above",
    "paragraph (a)",
    "paragraph 2",
    "paragraph 9",
    "item 2.1",
    "this Article",
    "this Appendix",
    "this Article 2.1",
    "Article 2 below",
    "Appendix 4",
    "Appendices 4 to 6",
    "Appendix 5B",
    "Appendix 7",
    "Annex 6",
    "Article 2 of Appendix 4",
    "Appendix 4 Article 2.1",
    "item 1 of this Appendix",
    "Article 9.9",
    "Article 9.9, and Article 3.1 of the Technical Regulations",
    "Article 3.1 of the Technical Regulations, then Article 9.9. Article 8.8.",
    "Article 7.7. The Code says so.",
    "Article 3 of the Sailing Regulations",
    "the Sailing Regulations",
    "the 2030 Sailing Regulations",
    "Article 1.1 of the 2030 Sailing Regulations",
    "Section C",
    "Article C3.2",
    "C3.2 of the Technical Regulations",
    "Appendix L",
    "Appendix L Chapter III Article 2",
    "§2.1",
    "under b)",
    "irrespective of a)",
    "1.1 and 1.1.1",
    "Article A3.1 of the F1 Regulations",
)
PLACES = ("1.2", "1.2b)", "1.2b)ii)", "2.1a)", "Appendix 4/2", "Appendix 4/2.1", "Appendix 5")


def pointed(clauses: list[Clause], at: str, text: str) -> Iterator[Reference]:
    document = Document(int(clauses[0].id[:4]), "sailing", 1, None, "Sailing Regulations", 1, "")
    said = [Clause(c.id, c.number, "", c.parent, c.kind, 1, text if c.number == at else "") for c in clauses]
    assert any(c.text for c in said)
    yield from find(document, said)


def shown(reference: Reference) -> str:
    aims = ", ".join(f"{t.document}: {t.clause} {t.status}" for t in reference.targets)
    return f"{reference.printed} -> {aims}".replace("2031/sailing@1: ", "")


@pytest.mark.parametrize("letter", ["", "B"], ids=["figures", "letters"])
@pytest.mark.parametrize("place", PLACES)
def test_what_a_phrase_leads_to_depends_on_where_it_stands(place: str, letter: str):
    at = place.replace("Appendix ", f"Appendix {letter}") if "App" in place else f"{letter}{place}"
    lines = []
    for text in POINTING:
        found = list(pointed(book(letter), at, text))
        lines += [f"{text}: " + "; ".join(map(shown, found))]
        for one in found:
            assert one.clause == at and one.targets and len(set(one.targets)) == len(one.targets)
    as_listed(lines)


def test_a_range_of_more_clauses_than_anybody_names_is_its_two_ends():
    """Sixty clauses between two are listed, more are not."""
    document = Document(2031, "sailing", 1, None, "Sailing", 1, "")

    def targets(last: int) -> int:
        clauses = [Clause(f"{document.id}/1", "1", f"Articles 1.1 to 1.{last}", None, "article", 1, "")]
        clauses += [
            Clause(f"{document.id}/1.{n}", f"1.{n}", "", clauses[0].id, "clause", 1, "") for n in range(1, 90)
        ]
        return len(find(document, clauses)[0].targets)

    assert [targets(n) for n in (2, 3, 62, 63)] == [2, 3, 62, 2]


def test_books_without_issue_are_the_newest_and_those_that_nobody_has_stay_outside():
    def aim(document: str, clause: str | None, status: str = "external") -> Reference:
        return Reference("1", 1, "x", (Target(document, clause, status),))  # type: ignore[arg-type]

    others = {"2031/b@2": {"3": "3"}, "2031/b@10": {"3": "3", "4": "4"}, "2031/c": {"1": "1"}}
    given_ = [
        aim("2031/b", "4"),
        aim("2031/b@2", "4"),
        aim("2031/c", None),
        aim("2031/d", "1"),
        aim("2031/b", "9"),
        aim("2031/b", "9", "dangling"),
    ]
    found = [r.targets[0] for r in resolve(given_, others)]
    assert [(t.document, t.clause, t.status) for t in found] == [
        ("2031/b@10", "4", "resolved"),
        ("2031/b@10", "4", "resolved"),
        ("2031/c", None, "resolved"),
        ("2031/d", "1", "external"),
        ("2031/b@10", "9", "dangling"),
        ("2031/b", "9", "dangling"),
    ]


def test_letters_count_on():
    singles, doubles = [chr(97 + n) for n in range(26)], [chr(97 + n) * 2 for n in range(26)]
    assert [letter_place(one) for one in singles + doubles] == list(range(1, 53))
    assert [letter_place(f"a{one}") for one in singles] == list(range(27, 53))
    assert [letter_place(word) for word in ("bc", "abc", "")] == [0, 0, 0]


LABELS = (
    "Article 5: Boats",
    "Article 5 applies",
    "ARTICLE 5 BOATS",
    "SECTION 4 Oars",
    "Section 4 Oars",
    "§ 12. Oars",
    "§ 12 oars",
    "CHAPTER II Oars",
    "Appendix 3: Oars",
    "APPENDIX B",
    "Annex A – Oars",
    "PART B: OARS",
    "Part 2",
    "GR - GENERAL",
    "GR.1.2 Oars",
    "3.2.1 Oars",
    "3-1 Oars",
    "12A-3.4 Oars",
    "VIII.2 Oars",
    "(a) oars",
    "(iv) oars",
    "(B) oars",
    "(12) oars",
    "(word) oars",
    "a) oars",
    "II) oars",
    "123) oars",
    "a. oars",
    "B. oars",
    "IX. oars",
    "999. oars",
    "1000. oars",
    "15.1. 8 Composite",
    "15.1. 8 composite",
    "abcdef) oars",
    "and. oars",
)


def test_a_line_says_by_its_start_what_it_numbers():
    as_listed([f"{text}: {read_label(text)}" for text in LABELS])
    as_listed(
        [
            f"{text}: {read_label(text, column=text.split()[0])}"
            for text in ("a oars", "iv oars", "7 oars", "I oars", "mm oars", "12 oars")
        ]
    )
    assert read_label("a oars") is None and read_label("a oars", column="b") is None


@pytest.mark.parametrize("text", LABELS)
def test_a_label_ends_where_its_words_begin_and_counts_from_its_first(text: str):
    label = read_label(text)
    if label is not None:
        assert text[label.end :].lstrip() == text[label.end :] and 0 < label.end <= len(text)
        for script, rank in label.ranks.items():
            assert script_after(label, script, rank - 1) and not script_after(label, script, rank)
            assert rank >= 1


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("i)", "roman"),
        ("a)", "letter"),
        ("(1)", "number"),
        ("(A)", "upper"),
        ("I.", None),
        ("II.", None),
        ("b)", None),
        ("2.", None),
    ],
)
def test_the_first_of_a_list_opens_it(text: str, script: str | None):
    label = read_label(text, column=text)
    assert label is not None and (first_script(label) == script or text == "I.")
    as_listed(first_script(label))


@settings(deadline=None)
@given(st.integers(1, 399))
def test_a_roman_number_reads_as_it_was_written(number: int):
    assert roman_value(roman(number).lower()) == number


def test_numbers_are_written_as_people_write_them():
    assert [roman(n) for n in (0, 1, 4, 9, 14, 40, 90, 400, 900, 1994, 3999, 4000)] == [
        "0",
        "I",
        "IV",
        "IX",
        "XIV",
        "XL",
        "XC",
        "CD",
        "CM",
        "MCMXCIV",
        "MMMCMXCIX",
        "4000",
    ]
    assert [bijective(n, "abc") for n in (-1, 0, 1, 3, 4, 12, 13)] == ["-1", "0", "a", "c", "aa", "cc", "aaa"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 112, 123)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "102nd",
        "111th",
        "112th",
        "123rd",
    ]
    assert [spelled(n) for n in (-1, 0, 1, 19, 20, 21, 99, 100, 101, 342, 999, 1000)] == [
        "-1",
        "Zero",
        "One",
        "Nineteen",
        "Twenty",
        "Twenty-one",
        "Ninety-nine",
        "One hundred",
        "One hundred one",
        "Three hundred forty-two",
        "Nine hundred ninety-nine",
        "1000",
    ]
    assert [
        spelled_ordinal(n)
        for n in (-1, 0, 1, 2, 3, 5, 8, 9, 12, 19, 20, 21, 30, 99, 100, 101, 120, 342, 999, 1000)
    ] == [
        "-1th",
        "Zeroth",
        "First",
        "Second",
        "Third",
        "Fifth",
        "Eighth",
        "Ninth",
        "Twelfth",
        "Nineteenth",
        "Twentieth",
        "Twenty-first",
        "Thirtieth",
        "Ninety-ninth",
        "One hundredth",
        "One hundred first",
        "One hundred twentieth",
        "Three hundred forty-second",
        "Nine hundred ninety-ninth",
        "1000th",
    ]


def test_a_clause_below_a_heading_is_known_by_its_own_number_where_that_means_it_alone():
    assert tails(lookup_key("Part 4.38(2)")) == ("4.38.2", "38.2")
    assert [tails(lookup_key(n)) for n in ("B2.5", "VIII.3", "12(2)", "Appendix 4/2.1", "VII/Section 6")] == [
        ()
    ] * 5
    keys = [lookup_key(n) for n in ("Terms/2.1", "Levels/2.1", "Terms/2.2", "2.2")]
    assert unique_tails([*keys, "terms.9.4"]) == {"9.4": "terms.9.4"}
