"""Rows of printed tables: which lines are rows, what their columns are called and how a row is said."""

from __future__ import annotations

import pytest

from regulations_agent.agent import Agent
from regulations_agent.language.sanctions import is_tariff, words_above
from regulations_agent.language.words import subject_words
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.choosing.select import choices
from regulations_agent.reasoning.extractive import Extractive
from regulations_agent.reasoning.understanding.intent import read_ask
from regulations_agent.reasoning.understanding.tables import cell_for, paragraph_above, rows_of, said
from regulations_agent.reasoning.understanding.want import make_want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.registry import load_tools
from regulations_agent.types.document import Clause

TYRES = """The tyres for each competition are:

| Specification | Number of sets | Number of sets |
| --- | --- | --- |
| Specification | Standard Format: | Sprint Format: |
| Hard | 2 | 2 |
| Soft | 8 | 6 |
| Dry-weather tyres of all kinds | Dry-weather tyres of all kinds | Dry-weather tyres of all kinds |
| Total | 13 | 12 |"""


def _clause(text: str) -> Clause:
    return Clause("2041/sporting/1/7", "7", "TYRES", None, "clause", 1, text)


def test_a_merged_header_goes_on_in_the_next_row() -> None:
    rows = rows_of(_clause(TYRES))
    assert [row.cells[0] for row in rows] == ["Hard", "Soft", "Total"]
    assert {row.head for row in rows} == {("Specification", "Standard Format:", "Sprint Format:")}
    assert said(rows[1]) == "Soft - Standard Format: 8; Sprint Format: 6"
    assert said(rows[2]) == "Dry-weather tyres of all kinds: Total - Standard Format: 13; Sprint Format: 12"


def test_a_header_of_several_rows_names_each_column_by_all_of_them() -> None:
    head = "| Place | Points | Points |\n| --- | --- | --- |\n| Place | Col. 1 | Col. 2 |"
    (row,) = rows_of(_clause(f"{head}\n| Place | ≥ 50% | ≥ 75% |\n| 10th |  | 1 |"))
    assert said(row) == "10th - Col. 2, ≥ 75%: 1"


def test_a_value_is_told_with_its_unit_below_the_caption_of_its_table() -> None:
    table = "| Limits for C=100%: | Limits for C=100%: | Limits for C=100%: |\n| --- | --- | --- |"
    rows = rows_of(_clause(f"{table}\n| Runs | # | 320 |\n| Wind on time | hours | 80 |"))
    assert list(map(said, rows)) == [
        "Limits for C=100%: Runs: 320",
        "Limits for C=100%: Wind on time, hours: 80",
    ]


def test_a_title_across_all_columns_is_no_name_of_them() -> None:
    table = "| Deposit | Deposit |\n| --- | --- |\n| Euros | Pounds |\n| 1’200 | 1’000 |"
    (row,) = rows_of(_clause(table))
    assert row.head == ("Euros", "Pounds")
    assert said(row) == "Euros: 1’200; Pounds: 1’000"
    assert cell_for(row, {"pound": 1.0}, "What is the deposit in pounds?") == ("Pounds", "1’000")


@pytest.mark.parametrize(("asked", "cell"), [("standard", "8"), ("sprint", "6")])
def test_the_column_that_the_question_names_is_taken(asked: str, cell: str) -> None:
    soft = rows_of(_clause(TYRES))[1]
    column = cell_for(soft, {asked: 1.0}, f"How many soft tyres in the {asked} format?")
    assert column is not None
    assert column[1] == cell


def test_the_first_row_of_a_table_without_names_is_a_row() -> None:
    table = "|  |  |\n| --- | --- |\n| Friday | from seven |\n| Monday | until noon |"
    assert [said(row) for row in rows_of(_clause(table))] == ["Friday - from seven", "Monday - until noon"]


def test_columns_of_one_name_are_told_at_once() -> None:
    table = "| Part | Races | Races |\n| --- | --- | --- |\n| Pump | 4 | 5 |"
    assert said(rows_of(_clause(table))[0]) == "Pump - Races: 4, 5"
    named = "| Part | Part | Races |\n| --- | --- | --- |\n| Pump | old | 4 |"
    assert said(rows_of(_clause(named))[0]) == "Pump - Part: old; Races: 4"


def test_a_row_of_values_below_a_merged_header_stays_a_row() -> None:
    table = "| Item | Limit | Limit |\n| --- | --- | --- |\n| Item | 3 | 4 |\n| Pump | 1 | 2 |"
    assert [row.cells for row in rows_of(_clause(table))] == [("Item", "3", "4"), ("Pump", "1", "2")]


@pytest.mark.parametrize(
    ("head", "above", "tariff"),
    [
        (("Breach", "First time", "Repeated"), "", True),
        (("Conduct", "Fine", "Points"), "", True),
        (
            ("Conduct", "First time", "Repeated"),
            "The committee may impose the penalties in the following table.",
            True,
        ),
        (("Class", "One race", "Series"), "The entry fees are:", False),
    ],
)
def test_a_table_of_sanctions_is_known_by_its_columns_or_the_words_above(head, above, tariff) -> None:
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---",) * 3, tuple("abc")))
    clause = _clause(f"{above}\n\n{table}".strip())
    assert is_tariff(rows_of(clause)[0].head, words_above(clause)) is tariff


POINTS = """Points for each competition are awarded so:

| Position | Points |
| --- | --- |
| 1st | 25 |
| 8th | 4 |

Where a sprint takes place, points are awarded so:

| Position | Points |
| --- | --- |
| 1st | 8 |
| 8th | 1 |"""


def test_of_two_tables_each_is_about_what_is_said_right_above_it() -> None:
    clause = _clause(POINTS)
    above = [paragraph_above(clause, row).split(",")[0] for row in rows_of(clause)]
    assert above == ["Points for each competition are awarded so:"] * 2 + ["Where a sprint takes place"] * 2
    assert paragraph_above(_clause(TYRES), rows_of(_clause(TYRES))[0]) == ""


@pytest.mark.parametrize(
    ("question", "row"),
    [("How many points does P8 get in a sprint?", "| 8th | 1 |"), ("points for 8th", "| 8th | 4 |")],
)
def test_the_table_that_the_question_speaks_of_is_read(question: str, row: str) -> None:
    library = Retriever.from_texts({"1": POINTS, "2": "A sprint is run on the second day."})
    rule = next(r for r in gather(library.search(question, 5), library) if "25" in r.root.text)
    want = make_want(question, subject_words(question), read_ask(question).form, library)
    assert choices(rule, want)[0].text == row


RATES = """The deposit for each currency, which is paid before the hearing, is as follows:

| Currency | Deposit |
| --- | --- |
| Euros | 1’200 |
| Pounds | 1’000 |"""


SAILS = """A Skipper may use at one Regatta:

| Sail | Without a night leg | With a night leg |
| --- | --- | --- |
| Light genoa | 3 | 2 |
| Heavy genoa | 2 | 3 |
| Spinnaker | 1 | 2 |"""


def test_a_short_table_is_quoted_whole_whichever_row_answers() -> None:
    agent = _agent(RATES, "A hearing is held within three days of a protest.")
    answer = agent.ask("What is the deposit in euros?")
    assert "1’200" in answer.answer and "| Pounds | 1’000 |" in answer.answer


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How many sails may a skipper use at a regatta?", "A Skipper may use at one Regatta: [1]"),
        ("How many sails may a skipper use at one regatta with a night leg?", "A Skipper may use"),
        ("How many spinnakers may a skipper use?", "Spinnaker - Without a night leg: 1"),
    ],
)
def test_a_row_leads_only_where_the_question_singles_it_out(question: str, first: str) -> None:
    agent = _agent(SAILS, "A regatta starts within three hours of the briefing.", "Protests are in writing.")
    lines = agent.ask(question).text.splitlines()
    assert lines[0].startswith(first) and "> | Spinnaker | 1 | 2 |" in lines
    assert not any("genoa -" in line for line in lines)


def _agent(*rules: str) -> Agent:
    library = Retriever.from_texts({str(n): rule for n, rule in enumerate(rules, 1)})
    settings = Settings(keep_runs=False)
    tools = load_tools(settings.tools)
    return Agent(library, Extractive(library, tools, settings), tools, settings)
