"""A summary comes from the section that rules its topic, and every aspect that is listed gets its rule."""

from __future__ import annotations

from functools import cache

import pytest

from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.vectors.embedder import open_embedder
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.home import homes
from regulations_agent.tools.regulation_summary import SummaryArgs, summarise
from regulations_agent.tools.sections import rules_below, sections_over
from regulations_agent.tools.topic import read_topic
from regulations_agent.types.document import Clause, ClauseKind, Document, Reading

Part = tuple[str, str | None, ClauseKind, str, str]
PARTS: tuple[Part, ...] = (
    ("5", None, "article", "PROCEDURES", ""),
    ("5.1", "5", "clause", "Formation Laps", ""),
    ("5.1.1", "5.1", "clause", "", "In heavy rain the formation laps take place behind the safety car."),
    ("5.1.2", "5.1", "clause", "", "The safety car leads the field from the grid to the first corner."),
    ("5.2", "5", "clause", "Safety Car", "The safety car is used when people are in danger on the track."),
    ("5.2.1", "5.2", "clause", "", "It leaves the pit lane with its orange lights on."),
    ("5.2.2", "5.2", "clause", "", "Cars form a queue no more than ten lengths apart."),
    ("5.2.3", "5.2", "clause", "", "Each lap behind it counts as a lap of the race."),
    ("5.2.4", "5.2", "clause", "", "Nobody may overtake before the line."),
    ("6", None, "article", "WIND TUNNEL AND SIMULATION TESTS", ""),
    ("6/a", "6", "clause", "Tunnels", ""),
    ("6.1", "6", "clause", "", "A model may not exceed 60% of the size of the car."),
    ("6.2", "6", "clause", "", "Air may not move faster than 50 m/s."),
    ("6/b", "6", "clause", "Reports", ""),
    ("6.3", "6", "clause", "", "Each team reports its runs within 14 days."),
    ("6.4", "6", "clause", "", "A team that exceeds a limit loses ten times the excess in the next period."),
    ("7", None, "article", "TYRES", ""),
    ("7.1", "7", "clause", "", "A car uses two kinds of tyre in a race."),
    ("7.2", "7", "clause", "", "Blankets heat tyres to 70 degrees."),
    ("8", None, "article", "FUEL", ""),
    ("8.1", "8", "clause", "", "Fuel is added in the garage with the engine stopped."),
)


@cache
def library() -> Retriever:
    """The same book in two seasons."""
    readings = []
    for season in (2050, 2051):
        document = Document(season, "sporting", 1, None, "Sporting", 9, str(season) * 16)
        clauses = [
            Clause(
                f"{document.id}/{n}", n, heading, f"{document.id}/{above}" if above else None, kind, 3, text
            )
            for n, above, kind, heading, text in PARTS
        ]
        readings.append(Reading(document, (), tuple(clauses)))
    records = [Record(encode(reading)) for reading in readings]
    return Retriever(assemble(records, open_embedder(Settings()), None, lambda _: None)[0])


def given(topic: str, **fields: object) -> list[str]:
    """Numbers of the rules given, in order."""
    output = summarise(SummaryArgs(topic=topic, **fields), library())  # type: ignore[arg-type]
    assert {hit.document.season for hit in output.hits} == {fields.get("season", 2051)}
    return [hit.clause.number for hit in output.hits]


def test_the_section_on_the_topic_is_given_whole_and_as_printed():
    assert given("Give me a summary of how the safety car works.") == [
        "5.2", "5.2.1", "5.2.2", "5.2.3", "5.2.4",
    ]  # fmt: skip


def test_a_season_that_is_named_is_kept_to():
    assert given("Summarise the safety car rules", season=2050)[0] == "5.2"


def test_every_aspect_that_is_listed_gets_its_rule_and_weighs_most():
    topic = "Sum up the wind tunnel tests: model size, air speed, reports, excess"
    output = summarise(SummaryArgs(topic=topic), library())
    weights = {hit.clause.number: hit.score for hit in output.hits}
    assert {"6.1", "6.2", "6.3", "6.4"} <= weights.keys()
    assert min(weights[n] for n in ("6.1", "6.2", "6.3", "6.4")) > max(
        (w for n, w in weights.items() if not n.startswith("6.")), default=0.0
    )


def test_an_article_that_is_named_is_given():
    assert given("Summarise the article", clause="7") == ["7.1", "7.2"]


def test_a_topic_without_words_of_its_own_gets_what_a_search_finds():
    assert len(given("Summarise the rules", k=3)) <= 3


def test_a_heading_between_numbered_clauses_rules_up_to_the_next_one():
    book = library()
    heading = book.clause("2051/sporting@1/6/a")
    assert [rule.number for rule in rules_below(heading, book)] == ["6.1", "6.2"]
    over = sections_over(book.clause("2051/sporting@1/6.3"), book)
    assert [section.heading for section in over] == ["WIND TUNNEL AND SIMULATION TESTS", "Reports"]


@pytest.mark.parametrize(
    ("asked", "subject", "parts"),
    [
        ("Give me an overview of the brake rules", "brake", ()),
        ("Outline the gearbox - gears, reverse, shifts", "gearbox", ("gears", "reverse", "shifts")),
        ("Explain tests, including periods, runs and reports", "tests", ("periods", "runs", "reports")),
        ("Explain how the panel works", "panel", ()),
        ("How are hearings conducted?", "hearings", ()),
        ("Give me a quick guide to appeals", "appeals", ()),
    ],
)  # fmt: skip
def test_a_topic_is_its_subject_and_the_aspects_listed(asked: str, subject: str, parts: tuple[str, ...]):
    assert read_topic(asked) == (subject, parts)


@pytest.mark.parametrize(
    ("subject", "sections"),
    [
        ("weighing, refuelling and qualifying", {"B4.2", "B4.6", "B5.3"}),
        ("the rules on weighing, tyres and grid", {"B4.2", "B4.4", "B5.4"}),
        ("the weighing of cars and drivers", {"B4.2"}),
    ],
)
def test_each_thing_that_is_listed_has_its_home(sample_library: Retriever, subject: str, sections: set[str]):
    found = homes(subject, sample_library.search(subject, 60), sample_library)
    assert {home.section.number for home in found} == sections
