"""Rulebooks in the styles of other publishers: numbers, titles, references and terms come out as printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations_agent.types.document import Clause, Reading
from tests.corpus.books import Par, Press
from tests.corpus.listed import read_document

RULE = (
    "The competitor shall make sure that every car presented at scrutineering conforms with these rules "
    "throughout the event and bears the numbers assigned to it."
)

NAMES = ("GENERAL", "ENTRY", "OFFICIAL", "BOAT", "SAFETY", "RACING", "PENALTY", "APPEAL", "FINAL")


def book(
    path: Path, head: str, pars: list[Par], *, columns: int = 1, front: list[Par] | None = None
) -> Reading:
    """The book as read; `front` stands on pages of its own."""
    press = Press(path / "book.pdf", head, lambda page: f"Page {page} of 9", columns)
    if front:
        press.set(front)
        press.turn()
        press.column = 0
    press.set(pars)
    press.save()
    return read_document(path / "book.pdf")


def outline(reading: Reading) -> dict[str, str]:
    """Headings by number, of clauses that are not list items."""
    return {c.number: c.heading for c in reading.clauses if c.kind != "item"}


def clause(reading: Reading, number: str) -> Clause:
    return next(c for c in reading.clauses if c.number == number)


def test_numbers_a_blank_away_from_their_words_with_contents_and_running_heads(tmp_path: Path) -> None:
    titles = {"1": "GENERAL PRINCIPLES", "2": "ENTRIES", "3": "PENALTIES"}
    front = [Par("WORLD CROSS CUP", bold=True, size=18), Par("Sporting Rules 2026", bold=True, size=14)]
    front += [Par("CONTENTS", bold=True)]
    front += [Par(f"{n}. {title} {'.' * 60} {2 + (n == '3')}") for n, title in titles.items()]
    pars: list[Par] = []
    for n, title in titles.items():
        pars += [Par(title, f"{n}.", bold=True, tight=True, size=12)]
        for m in (1, 2, 3):
            pars += [Par(f"{RULE} See Article {n}.2.1.", f"{n}.{m}", tight=True)]
            pars += [Par(RULE, f"{n}.2.{k}", tight=True) for k in (1, 2) if m == 2]
            pars += [Par("a fine, as the stewards decide;", f"{k})", x=80, before=3) for k in "abc" if m == 2]
    reading = book(tmp_path, "World Cross Cup - Sporting Rules 2026", pars, front=front)
    assert reading.document.id == "2026/sporting" and not reading.problems
    numbers = [number for n in "123" for number in (n, *(f"{n}.{m}" for m in ("1", "2", "2.1", "2.2", "3")))]
    assert outline(reading) == {number: titles.get(number, "") for number in numbers}
    assert clause(reading, "2.2.2b)").parent == "2026/sporting/2.2.2"
    assert clause(reading, "3.1").text == f"{RULE} See Article 3.2.1."
    assert all(t.status == "resolved" for r in reading.references for t in r.targets)


def test_sections_with_hyphened_numbers(tmp_path: Path) -> None:
    pars = [Par("2026 Stock Car Rule Book", bold=True, size=16), Par("For all race tracks of the series.")]
    for i, title in enumerate(("GENERAL RULES", "ELIGIBILITY"), 1):
        pars += [Par(title, f"SECTION {i}", bold=True, size=13, hang=90)]
        for j, name in enumerate(("Purpose", "Officials"), 1):
            pars += [Par(name, f"{i}-{j}", bold=True), Par(RULE, x=96)]
            pars += [Par(RULE, f"{k}.", x=96, hang=20) for k in "AB"]
            pars += [Par(RULE, f"{i}-{j}.{k}") for k in (1, 2)]
    reading = book(tmp_path, "STOCK CAR RULE BOOK", pars)
    expected = {"Front matter": "", "1": "GENERAL RULES", "1-1": "Purpose", "1-1.1": "", "1-1.2": ""}
    assert list(outline(reading).items())[:5] == list(expected.items())
    assert clause(reading, "2-2.B").parent == f"{reading.document.id}/2-2" and not reading.problems


def test_a_standard_with_terms_and_annexes(tmp_path: Path) -> None:
    pars = [Par("Road vehicles — Child karts — Safety requirements", bold=True, size=16)]
    pars += [Par("Foreword", bold=True), Par(RULE), Par("Scope", "1", bold=True), Par(RULE)]
    pars += [Par("Terms and definitions", "2", bold=True)]
    for number, term, meaning in (
        ("2.1", "kart", "land vehicle with four wheels that are not aligned"),
        ("2.2", "bumper", "structure of tubes at the front of a kart"),
    ):
        pars += [Par("", number, bold=True), Par(term, bold=True, before=0), Par(meaning, before=0)]
    pars += [
        Par("Requirements", "3", bold=True),
        Par("Brakes", "3.1", bold=True),
        Par(f"{RULE} See Annex A."),
    ]
    pars += [Par("Annex A (normative) Test methods", bold=True, before=14)]
    pars += [Par("Procedure", "A.1", bold=True), Par("Speed", "A.1.1", bold=True), Par(RULE)]
    reading = book(tmp_path, "ISO/DIS 99999:2026(E)", pars)
    found = outline(reading)
    assert found["2.1"] == "kart" and found["A.1.1"] == "Speed" and found["3.1"] == "Brakes"
    assert reading.document.title.startswith("Road vehicles — Child karts")
    assert [(term.term, term.clause) for term in reading.terms] == [("kart", "2.1"), ("bumper", "2.2")]
    assert [r.targets[0].clause for r in reading.references] == ["Annex A"]


def test_two_columns_with_numbered_paragraphs(tmp_path: Path) -> None:
    names = ("Name and seat", "Purpose", "Members", "Organs", "Meetings", "Funds", "Seal", "Votes")
    texts = {
        f"{i}({k})": f"{RULE.replace('car', name.lower())} In the {nth} place, Article 2 (1) applies."
        for i, name in enumerate(names, 1)
        for k, nth in enumerate(("first", "second and better", "third, last and least"), 1)
    }
    pars: list[Par] = []
    for i, name in enumerate(names, 1):
        pars += [Par(f"Article {i} – {name}", bold=True, size=11, before=12)]
        pars += [Par(texts[f"{i}({k})"], f"({k})", hang=20) for k in (1, 2, 3)]
    reading = book(tmp_path, "Statutes of the Racing Club", pars, columns=2)
    articles = [(c.number, c.heading) for c in reading.clauses if c.kind == "article"]
    assert articles == [(str(i), name) for i, name in enumerate(names, 1)]
    assert {c.number: c.text for c in reading.clauses if c.kind == "clause"} == texts
    assert all(t.clause == "2(1)" for r in reading.references for t in r.targets)


def test_statutes_numbered_by_section_signs(tmp_path: Path) -> None:
    pars = [Par("Statutes of the Regatta League", bold=True, size=16)]
    for i, title in enumerate(("Name and seat", "Members", "Fees"), 1):
        pars += [Par(title, f"§ {i}", bold=True, size=12, before=14)]
        pars += [Par(f"{RULE} See § 2 and § 3 (1).", f"({k})", hang=24) for k in (1, 2)]
    reading = book(tmp_path, "Regatta League", pars)
    articles = [(c.number, c.heading) for c in reading.clauses if c.kind == "article"]
    assert articles == [("1", "Name and seat"), ("2", "Members"), ("3", "Fees")]
    assert {c.number for c in reading.clauses if c.kind == "clause" and c.number[0].isdigit()} == {
        f"{i}({k})" for i in (1, 2, 3) for k in (1, 2)
    }
    assert [[t.clause for t in r.targets] for r in reading.references] == [["2", "3(1)"]] * 6


ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


@pytest.mark.parametrize("heading", ["ARTICLE {0} – {1}", "{0}. {1}", "CHAPTER {0} {1}", "{0} {1}"])
def test_articles_in_roman_numbers_however_they_are_headed(tmp_path: Path, heading: str) -> None:
    titles = {roman: f"{words} RULES" for roman, words in zip(ROMANS, NAMES, strict=True)}
    lead = heading.partition("{1}")[0]
    pars = [Par("Handbook of the Regatta League", bold=True, size=16)]
    for roman, title in titles.items():
        label = lead.format(roman).strip(" –")
        alone = label in (roman, f"{roman}.")
        pars += [Par(title if alone else heading.format(roman, title), label if alone else "", bold=True)]
        pars += [Par(f"{RULE} See Article VIII.2 and Article {roman}.", f"{roman}.1", hang=50)]
        pars += [Par(f"The {title.lower()} hold for", f"{roman}.2", hang=50)]
        pars += [
            Par(f"{word} under {roman};", f"{n}.", x=116) for n, word in zip(ROMANS[:3], NAMES, strict=False)
        ]
    reading = book(tmp_path, "Regatta League", pars)
    articles = {c.number: c.heading for c in reading.clauses if c.kind == "article"}
    assert articles == titles and not reading.problems
    below = [c.number for c in reading.clauses if c.kind == "clause" and "." in c.number]
    assert below == [f"{roman}.{k}" for roman in ROMANS for k in (1, 2)]
    items = [c.number for c in reading.clauses if c.kind == "item"]
    assert items == [f"{roman}.2.{n}" for roman in ROMANS for n in ("I", "II", "III")]
    assert [[t.clause for t in r.targets] for r in reading.references if r.clause.endswith(".1")] == [
        [target] for roman in ROMANS for target in ("VIII.2", roman)
    ]


@pytest.mark.parametrize("mark", [".", ")", ""])
def test_articles_of_three_figures_that_count_on_by_hundreds(tmp_path: Path, mark: str) -> None:
    numbers = (100, 101, 105, 200, 201, 300)
    pars = [Par("Handbook of the Regatta League", bold=True, size=16)]
    for number, name in zip(numbers, NAMES, strict=False):
        pars += [Par(f"{name} RULES", f"{number}{mark}", bold=True, size=12)]
        pars += [Par(f"{RULE} See Article 201.1.", f"{number}.{k}") for k in (1, 2)]
        pars += [Par(f"{name.lower()} {k};", f"{k})", x=96, before=3) for k in "ab"]
    reading = book(tmp_path, "Regatta League", pars)
    articles = {c.number: c.heading for c in reading.clauses if c.kind == "article"}
    assert articles == {str(n): f"{name} RULES" for n, name in zip(numbers, NAMES, strict=False)}
    assert clause(reading, "300.2b)").parent == f"{reading.document.id}/300.2" and not reading.problems
    assert {t.clause for r in reading.references for t in r.targets} == {"201.1"}


def test_paragraphs_count_from_one_in_each_article(tmp_path: Path) -> None:
    pars = [Par("Handbook of the Regatta League", bold=True, size=16)]
    for number, name in zip((251, 252), NAMES, strict=False):
        pars += [Par(f"ARTICLE {number} – {name}", bold=True, size=12)]
        for k in (1, 2):
            pars += [Par(f"{name} {k}", f"{k}.", bold=True)]
            pars += [Par(f"{RULE} See Article 252.2.1.", f"{k}.{m}") for m in (1, 2)]
    reading = book(tmp_path, "Regatta League", pars)
    found = [c.number for c in reading.clauses if c.number.count(".") == 2]
    assert found == [f"{n}.{k}.{m}" for n in (251, 252) for k in (1, 2) for m in (1, 2)]
    assert clause(reading, "252.2.1").parent == f"{reading.document.id}/252.2"
    assert {t.clause for r in reading.references for t in r.targets} == {"252.2.1"}


def test_titles_a_blank_away_from_a_number_without_any_mark(tmp_path: Path) -> None:
    pars = [Par("Regatta League", bold=True, size=16), Par("Racing Rules 2026", bold=True, size=14)]
    for n, name in enumerate(("GENERAL", "ENTRY", "SAFETY"), 1):
        pars += [Par(name, str(n), bold=True, tight=True, size=12)]
        pars += [Par(f"{RULE} See rule 3.2.", f"{n}.{k}", tight=True) for k in (1, 2)]
        pars += [Par(f"{name.lower()} {k};", f"({k})", x=80, tight=True, before=3) for k in "ab"]
    pars += [Par("Definitions", "4", bold=True, tight=True, size=12)]
    pars += [Par("Strong wind means a mean wind of more than 22 knots.", "4.1", tight=True)]
    pars += [Par("3 Boats of one club may enter together.", x=80)]
    reading = book(tmp_path, "Regatta League - Racing Rules 2026", pars)
    articles = {c.number: c.heading for c in reading.clauses if c.kind == "article"}
    assert articles == {"1": "GENERAL", "2": "ENTRY", "3": "SAFETY", "4": "Definitions"}
    assert clause(reading, "2.2(b)").parent == f"{reading.document.id}/2.2" and not reading.problems
    assert {t.clause for r in reading.references for t in r.targets} == {"3.2"}
    assert [(t.term, t.clause) for t in reading.terms] == [("Strong wind", "4.1")]


def test_paragraphs_in_brackets_are_the_rules_of_their_article(tmp_path: Path) -> None:
    pars = [Par("Regatta League", bold=True, size=16), Par("Disciplinary Rules 2026", bold=True, size=14)]
    for n, name in enumerate(("Scope", "Appeals"), 1):
        pars += [Par(f"Rule {n} {name}", bold=True, size=12)]
        pars += [Par(RULE, f"({k})", tight=True) for k in (1, 2)]
        pars += [Par(f"{name.lower()} {k};", f"({k})", x=80, tight=True, before=3) for k in "ab"]
    reading = book(tmp_path, "Regatta League - Disciplinary Rules 2026", pars)
    kinds = {c.number: c.kind for c in reading.clauses if c.number[0].isdigit()}
    assert {n: kinds[n] for n in ("2", "2(1)", "2(2)", "2(2)(a)")} == {
        "2": "article", "2(1)": "clause", "2(2)": "clause", "2(2)(a)": "item",
    }  # fmt: skip
    assert clause(reading, "2(2)(a)").parent == f"{reading.document.id}/2(2)" and not reading.problems


@pytest.mark.parametrize("heading", ["PART {0} – {1}", "Part {0}: {1}", "PART {0} {1}"])
def test_parts_above_numbers_of_their_own_are_articles(tmp_path: Path, heading: str) -> None:
    pars = [Par("Halden Works", bold=True, size=16), Par("Site Safety Code", bold=True, size=14)]
    for n, name in enumerate(("GENERAL", "PERMITS"), 1):
        pars += [Par(heading.format(n, name), bold=True, size=12)]
        pars += [Par("Terms" if n == 1 else "Issue", f"{n}.1", tight=True)]
        pars += [Par(f"hot work – {RULE}" if n == 1 else RULE, f"{n}.1.1", tight=True)]
    reading = book(tmp_path, "Halden Works - Site Safety Code", pars)
    assert [(c.number, c.heading) for c in reading.clauses if c.number[0].isdigit()] == [
        ("1", "GENERAL"), ("1.1", "Terms"), ("1.1.1", ""), ("2", "PERMITS"), ("2.1", "Issue"), ("2.1.1", ""),
    ]  # fmt: skip
    assert [(t.term, t.clause) for t in reading.terms] == [("hot work", "1.1.1")] and not reading.problems


@pytest.mark.parametrize(
    ("heading", "number", "expected"),
    [
        ("", "{0}.{1}", ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]),
        ("{1}", "{0}.{1}", ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]),
        ("Section {2}: {1}", "{2}.{1}", ["A.1", "A.2", "B.1", "B.2", "C.1", "C.2"]),
        ("{0}.0 {1}", "{0}.{1}", ["1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "3.0", "3.1", "3.2"]),
        ("", "{3}.", ["1", "2", "3", "4", "5", "6"]),
        ("{1}", "{3}.", ["1", "2", "3", "4", "5", "6"]),
        ("", "Rule {3}.", ["1", "2", "3", "4", "5", "6"]),
    ],
)
def test_numbers_below_no_article_of_theirs(
    tmp_path: Path, heading: str, number: str, expected: list[str]
) -> None:
    pars = [Par("Regatta League", bold=True, size=16), Par("Rules 2026", bold=True, size=14)]
    for n, name in enumerate(("GENERAL", "ENTRY", "SAFETY"), 1):
        if heading:
            pars += [Par(heading.format(n, name, "ABC"[n - 1]), bold=True, size=12)]
        for k in (1, 2):
            label = number.format(n, k, "ABC"[n - 1], 2 * n - 2 + k)
            pars += [Par(f"{RULE} Here {label} ends.", label, tight=True)]
            pars += [Par(f"{name.lower()} {i};", f"({i})", x=80, tight=True, before=3) for i in "ab"]
    reading = book(tmp_path, "Regatta League - Rules 2026", pars)
    found = [c for c in reading.clauses if c.kind == "clause" and any(map(str.isdigit, c.number))]
    assert [c.number for c in found] == expected and not reading.problems
    assert sum(c.kind == "item" for c in reading.clauses) == 12
    assert all(f"{c.number} ends" in c.text or f"{c.number}. ends" in c.text for c in found if not c.heading)


def test_a_word_before_a_letter_in_a_heading_of_two_rows_is_no_number(tmp_path: Path) -> None:
    pars = [Par("Regatta League", bold=True, size=16)]
    for roman, name in zip(ROMANS[:4], NAMES, strict=False):
        pars += [Par(f"CHAPTER {roman} – {name} RULES FOR WHOEVER IS", bold=True, before=14)]
        pars += [Par("ENTERING A BOAT", bold=True, before=0)] if roman == "III" else []
        pars += [Par(RULE, f"{k}.", tight=True) for k in (1, 2)]
    reading = book(tmp_path, "Regatta League", pars)
    headings = {c.number: c.heading for c in reading.clauses if c.kind == "article"}
    assert headings["III"] == "OFFICIAL RULES FOR WHOEVER IS ENTERING A BOAT" and len(headings) == 4


def test_lines_of_a_form_do_not_break_the_articles_of_a_chapter(tmp_path: Path) -> None:
    pars = [Par("Regatta League", bold=True, size=16)]
    for roman in ROMANS[:3]:
        pars += [Par(f"CHAPTER {roman} – RULES", bold=True, size=12)]
        for n in (1, 2, 3):
            pars += [Par("Boats", f"{n}.", tight=True, bold=True)]
            pars += [Par(f"{NAMES[k]} {RULE}", f"{n}.{k}", tight=True) for k in (1, 2)]
            if n == 1:
                pars += [Par("YES NO", bold=True, x=240, size=12), Par("Seen by the doctor")] * 2
            pars += [Par(f"In {roman} {RULE}", f"{n}.3", tight=True)]
    numbers = [c.number for c in book(tmp_path, "Regatta League", pars).clauses]
    assert [f"{r}.{n}.{k}" for r in ROMANS[:3] for n in (1, 2, 3) for k in (1, 2, 3)] == [
        n for n in numbers if n.count(".") == 2 and "¶" not in n
    ]


def test_a_second_list_hangs_on_the_paragraph_that_leads_to_it(tmp_path: Path) -> None:
    pars = [Par("Regatta League", bold=True, size=16)]
    for n, name in enumerate(NAMES[:2], 1):
        pars += [Par(f"Part {n} – {name}", bold=True, size=15), Par(f"{n} {name}", bold=True, size=12)]
        pars += [Par(f"{name} {RULE}", f"{n}.{k}", tight=True) for k in (1, 2)]
        for list_of in ("boats", "berths"):
            pars += [Par(f"{list_of} {k};", f"{k})", x=90, tight=True) for k in "ab"]
            pars += [Par(f"The {name.lower()} rules hold for:" if list_of == "boats" else RULE)]
    numbers = [c.number for c in book(tmp_path, "Regatta League", pars).clauses if "." in c.number]
    assert numbers == [
        f"{n}.{rest}" for n in (1, 2)
        for rest in ("1", "2", "2a)", "2b)", "2/¶2", "2/¶2.a)", "2/¶2.b)", "2/¶3")
    ]  # fmt: skip
