"""Countings that go on through titles, and chapters that hold articles, tell what stands in what."""

from __future__ import annotations

from regulations_agent.corpus.flow.typeset import typeset
from regulations_agent.corpus.flow.web.html import read_text
from regulations_agent.corpus.outline.clauses import build_clauses
from regulations_agent.corpus.page.lines import TextLine
from tests.corpus.outline.test_headings import RULE, above, read, row, title
from tests.corpus.outline.test_strange_books import DOCUMENT


def listed(first: int, last: int) -> list[TextLine]:
    return [row(f"({n}) {RULE}", x=96, gap=8) for n in range(first, last + 1)]


def numbers(*bodies: list[TextLine]) -> list[str]:
    return [c.number for c in read(*bodies)]


def article(n: int, name: str, *parts: TextLine) -> list[TextLine]:
    return [title(f"ARTICLE {n}: {name}"), *parts]


def test_titles_between_the_numbers_of_a_clause_stand_in_it():
    crews = article(1, "CREWS", row(RULE, gap=8), *listed(1, 2))
    boats = article(2, "BOATS", title("HULLS"), *listed(1, 2), title("SAILS"), *listed(3, 4))
    found = numbers(crews + boats + article(3, "KEYS", row(RULE, gap=8), *listed(1, 2)))
    one = ["1", "1(1)", "1(2)"]
    two = ["2", "HULLS", "2(1)", "2(2)", "SAILS", "2(3)", "2(4)"]
    assert found == [*one, *two, "3", "3(1)", "3(2)"]


def test_a_title_behind_which_numbers_start_again_is_beside_the_clause():
    crews = article(1, "CREWS", row(RULE, gap=8), *listed(1, 3), title("HARBOUR"), *listed(1, 2))
    clauses = read(crews + article(2, "KEYS", row(RULE, gap=8), *listed(1, 2)))
    assert above(clauses)["HARBOUR"] == ""
    assert [c.number for c in clauses if c.number.startswith("HARBOUR")][1:] == ["HARBOUR/1", "HARBOUR/2"]


def test_no_chapter_stands_in_an_article_where_chapters_hold_them():
    def chapter(n: int, first: int, *between: TextLine) -> list[TextLine]:
        head = [title(f"CHAPTER {n}"), title("HARBOURS")]
        return head + [
            part
            for k in (first, first + 1)
            for part in article(k, "RULES", row(RULE, gap=8), *listed(1, 2), *between)
        ]

    clauses = read([*chapter(1, 1), *chapter(2, 3, title("GUESTS"), *listed(3, 4)), *chapter(3, 5)])
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in clauses}
    assert [parents[f"Article {n}"] for n in range(1, 7)] == [f"Chapter {n}" for n in (1, 1, 2, 2, 3, 3)]
    assert [parents[f"Chapter {n}"] for n in (1, 2, 3)] == [""] * 3


def test_rules_that_start_again_behind_definitions_are_beside_them():
    def numbered(names: tuple[str, ...]) -> list[TextLine]:
        return [part for n, name in enumerate(names, 1) for part in (title(f"{n}. {name}"), row(RULE, gap=8))]

    defined = [title("DEFINITIONS", size=14), *numbered(("Boat", "Crew", "Oar", "Sail"))]
    clauses = read(
        [*defined, *numbered(("THE RACE", "THE BOATS", "THE CREWS", "FOULS", "PRIZES", "PROTESTS"))]
    )
    assert [c.number for c in clauses][-6:] == list("123456")
    assert above(clauses)["Sail"] == "DEFINITIONS" and above(clauses)["FOULS"] == ""


def test_titles_numbered_by_figure_and_letter_stand_below_titles():
    parts = [("Season", "2a"), ("Play-offs", "2b"), ("Guests", "2c")]
    body = "".join(f"<h2>{name}</h2><h3>{number}. The {name}</h3><p>{RULE}</p>" for name, number in parts)
    built = build_clauses(DOCUMENT, typeset(read_text(f"<body><h1>League</h1>{body}</body>", "a.html")).pages)
    assert [c.number for c in built.clauses if c.heading.startswith("The ")] == ["2a", "2b", "2c"]


def test_no_article_stands_right_in_another_one():
    names = ("ARTICLE 1. CREWS", "ARTICLE II. BOATS", "ARTICLE III. KEYS")
    clauses = read([part for name in names for part in (title(name), row(RULE, gap=8))])
    assert [c.parent for c in clauses] == [None] * 3


def test_figures_that_go_on_behind_small_letters_stand_in_none_of_these():
    one, two, three, four = (row(f"{n}. {RULE}", x=100, gap=8) for n in (1, 2, 3, 4))
    boats = [title("A. BOATS"), one, two, *(row(f"{letter}. {RULE}", gap=8) for letter in "abc"), three, four]
    found = numbers([*boats, title("B. OARS"), row(RULE, gap=8)])
    assert [n for n in found if n[-1] in "34"] == ["A.3", "A.4"]


def test_a_sentence_goes_on_left_of_its_number_where_others_do():
    def item(n: int, first: str) -> list[TextLine]:
        return [row(f"{n}. {first}", x=82, gap=8), row("of the club and report every damage.")]

    whole = RULE.removesuffix(".")
    rules = [*item(1, whole), *item(2, whole), *item(3, "Guests keep the boats"), row(RULE, gap=8)]
    clauses = read([title("A. BOATS"), *rules, title("B. OARS"), row(RULE)])
    assert {c.number: c.text for c in clauses}["A.3"].endswith("boats of the club and report every damage.")
    assert [c.number for c in clauses] == ["A", "A.1", "A.2", "A.3", "A/¶1", "B"]


def test_steps_that_go_on_stand_below_no_article_of_their_number():
    articles = [part for n in (1, 2) for part in article(n, "CREWS", row(RULE, gap=8))]
    steps = [row(f"Section {n}. {RULE}", gap=8) for n in ("1.0", "1.1", "1.2", "2.0", "2.1")]
    clauses = read([*articles, *article(3, "KEYS", *steps), *article(4, "OARS", row(RULE, gap=8))])
    above_steps = {c.number: (c.parent or "").rpartition("/")[2] for c in clauses}
    assert above_steps["1.0"] == above_steps["2.0"] == "3"


def test_a_title_with_words_of_its_own_heads_no_number_that_goes_on_behind_it():
    rules = [line for n in (1, 2, 3) for line in (title(f"{n}.0 BOATS"), row(RULE, gap=8))]
    aims = [line for name in ("Vision", "Mission") for line in (title(name), row(RULE, gap=8))]
    more = [line for n in (4, 5) for line in (title(f"{n}.0 CREWS"), row(RULE, gap=8))]
    parents = {c.number: c.parent for c in read([*rules, *aims, *more])}
    assert parents["4.0"] is parents["5.0"] is None


def test_a_number_by_steps_stands_in_that_of_its_steps_beyond_titles_between():
    boats = [title("1. BOATS"), row(RULE, gap=8), title("1.1 Sails"), title("1.1.1 Jibs"), row(RULE, gap=8)]
    boats += [
        title("1.1.2 Mains"),
        title("Old mains"),
        row(RULE, gap=8),
        title("New mains"),
        row(RULE, gap=8),
    ]
    clauses = read(
        [*boats, title("1.1.3 Storm sails"), row(RULE, gap=8), title("2. CREWS"), row(RULE, gap=8)]
    )
    parents = {c.number: (c.parent or "").rpartition("/")[2] for c in clauses}
    assert parents["1.1.3"] == "1.1" and parents["Old mains"] == parents["New mains"] == "1.1.2"


def test_words_behind_a_list_that_a_paragraph_leads_to_are_none_of_its_last_item():
    lead = [
        row("B. Words have these meanings:", x=72, gap=8),
        row("Sloop. A boat with one mast.", x=90, gap=8),
    ]
    uses = ["(1) leaves the harbour;", "(2) lasts a day; and", "(3) ends at the pier of the club."]
    listing = [row("Cruise. A voyage that:", x=90, gap=8), *(row(words, x=90) for words in uses)]
    yawl = row("Yawl. A boat with two masts.", x=90, gap=8)
    clauses = read([row(f"A. {RULE}", x=72), *lead, *listing, yawl, row(f"C. {RULE}", x=72, gap=8)])
    assert [c.number for c in clauses if "Yawl" in c.text] == ["B/¶2"]


def test_a_number_that_comes_again_in_the_second_place_of_one_name_is_no_further_paragraph():
    body = []
    for _ in range(3):
        body += [title("Events"), row("1. Crews row.", gap=8), row("2. Crews rest.", gap=8)]
    found = read([title("Rules of Boats", size=16), *body])
    texts = [(c.number, c.text) for c in found if c.text and c.kind != "preamble"]
    places = ("Events", "Events/¶1", "Events/¶2")
    crews = ("Crews row.", "Crews rest.")
    assert texts == [(f"{place}/{n}", crew) for place in places for n, crew in enumerate(crews, 1)]
