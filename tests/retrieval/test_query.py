from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.retrieval.names import Names
from regulations_agent.retrieval.query import understand
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters

NUMBERS = {
    "2024/sporting@1": ["39", "39.1", "39.1b)"],
    "2024/sporting@6": ["39", "39.1", "29"],
    "2025/sporting@4": ["54", "54.3", "54.3d)", "29"],
    "2025/technical@2": ["3", "3.10", "3.10.1", "Appendix 4"],
    "2026/sporting@2": ["B5", "B5.13", "B5.13.1", "B5.13.1a", "B9.5.3", "Appendix B1"],
    "2026/financial_pu@1": ["E2", "E2.1"],
    "fsae-2024": ["V", "V.1", "V.1.2", "T.7.5", "T.7.5.a"],
}


def document(name: str) -> Document:
    book, _, issue = name.partition("@")
    season, _, section = book.rpartition("/")
    return Document(
        int(season) if season else None, section, int(issue) if issue else None, None, "", 1, name
    )


NAMES = Names(
    [document(name) for name in NUMBERS], [[lookup_key(n) for n in numbers] for numbers in NUMBERS.values()]
)


def ask(text: str, filters: Filters | None = None):
    return understand(text, filters or Filters(), NAMES)


@pytest.mark.parametrize(
    ("question", "seasons"),
    [
        ("What changed between 2024 and 2025?", (2024, 2025)),
        ("the pit lane speed this season", (2026,)),
        ("what did last season's sporting regulations say", (2025,)),
        ("was it allowed last year?", (2025,)),
        ("we finished third in last year's championship", ()),
        ("the 2022-25 engines", ()),
        ("the limit of 2024 mm", ()),
        ("rules for 2019", ()),
    ],
)
def test_seasons_are_read_from_years_and_counted_back_from_the_newest(question, seasons):
    assert ask(question).seasons == seasons


@pytest.mark.parametrize(
    ("question", "issues"),
    [
        ("Issue 1 versus Issue 4", (1, 4)),
        ("issues 1 and 4", (1, 4)),
        ("in the very first issue", (1,)),
        ("the first and the last issue", (1, -1)),
        ("the latest version", (-1,)),
        ("an issue with the brakes", ()),
    ],
)
def test_issues_are_read_as_numbers_and_ordinals(question, issues):
    assert ask(question).issues == issues


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("the sporting regs", ("sporting",)),
        ("Technical regulations 2025", ("technical",)),
        ("under the 2025 technical rules", ("technical",)),
        ("the power unit financial regulations", ("financial_pu",)),
        ("Section B says", ("sporting",)),
        ("a sporting penalty", ()),
        ("FSAE 2024 rules", ("fsae-2024",)),
        ("2025 tech regs on wings", ("technical",)),
        ("the sports regs", ("sporting",)),
        ("technology rules", ()),
    ],
)
def test_a_section_is_named_with_a_word_for_a_rulebook(question, sections):
    assert ask(question).sections == sections


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What does Article 54.3d) say?", ["54.3d)"]),
        ("what is 54.3 d) about", ["54.3d)"]),
        ("art. 54.3 d", ["54.3d)"]),
        ("Article 54.3 a driver must obey", ["54.3"]),
        ("show me b5.13.1 a", ["B5.13.1a"]),
        ("Art. B9.5.3.", ["B9.5.3"]),
        ("Article 29", ["29"]),
        ("appendix 4", ["Appendix 4"]),
        ("Appendix B1, please", ["Appendix B1"]),
        ("rule T.7.5.a", ["T.7.5.a"]),
        ("V.1.2?", ["V.1.2"]),
        ("Articles 3.10.1 and B5.13", ["3.10.1", "B5.13"]),
        ("article 99.9", ["99.9"]),
        ("what does rule 54:3 say", ["54.3"]),
        ("technical regs 3.10 - how wide?", ["3.10"]),
        ("what does 54.3 of the sporting regulations say", ["54.3"]),
        ("39.1?", ["39.1"]),
        ("in the regulations 3.10 m are allowed", []),
        ("a gap of 3.10 in the rules", []),
        ("more than 1.5 seconds at 80.5 km/h", []),
        ("29 cars", []),
    ],
)
def test_clause_numbers_are_found_however_they_are_typed(question, keys):
    assert list(ask(question).numbers) == [lookup_key(key) for key in keys]


def test_the_topic_is_what_is_left():
    query = ask("How fast may I drive in the pit lane under the 2025 sporting regulations (Issue 4)?")
    assert query.topic.startswith("How fast may I drive in the pit lane")
    assert not {"2025", "sporting", "Issue"} & set(query.topic.replace("(", " ").split())


def test_filters_settle_what_the_text_names():
    query = ask("the 2024 sporting regulations", Filters(season=2025, section="technical", issue=2))
    assert (query.seasons, query.sections, query.issues) == ((2025,), ("technical",), (2,))


def test_two_seasons_or_issues_are_a_comparison():
    assert ask("2024 vs 2025").is_comparison and ask("Issue 1 and Issue 2").is_comparison
    assert not ask("in 2025").is_comparison


@given(st.sampled_from([n for numbers in NUMBERS.values() for n in numbers if any(c.isdigit() for c in n)]))
def test_every_number_of_the_corpus_is_found_after_the_word_article(number):
    lead = "" if number.startswith("Appendix") else "article "
    assert ask(f"what does {lead}{number} say?").numbers == (lookup_key(number),)


@given(st.text(max_size=200))
def test_any_text_is_understood(text):
    assert ask(text).text == text


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("Which tyres may the 1992 chassis run on?", ()),
        ("How heavy were the 1992 cars?", (1992,)),
        ("What do the 1998 regulations say on fuel?", (1998,)),
        ("Will the 2031 engine be quieter?", (2031,)),
    ],
)
def test_the_age_of_a_thing_names_no_season(question, years):
    assert ask(question).years == years


def test_a_season_to_come_is_named_only_as_a_rulebook():
    assert ask("Do points carry over to the next season?").years == ()
    assert ask("What do next season's rules say about points?").years == (2027,)


def test_an_answer_cites_clauses_in_brackets_or_bold_type():
    said = "**54.3d)** The limit is 5.2 kg (3.10), see Article 29 (page 9.9)."
    assert set(NAMES.cited_in(said)) == {"29", lookup_key("54.3d)"), "3.10"}


@pytest.mark.parametrize(
    ("question", "seasons"),
    [
        ("Is the car lighter than last year?", (2025, 2026)),
        ("What changed about fuel since 2024?", (2024, 2026)),
        ("Is there more testing than in 2026?", (2026,)),
        ("What did last year's rules say?", (2025,)),
    ],
)
def test_one_season_that_is_held_against_now_is_compared_with_the_newest(question, seasons):
    assert ask(question).seasons == seasons
