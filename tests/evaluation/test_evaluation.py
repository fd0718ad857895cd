"""Question sets in, one line of results a question, and the figures that they give."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.agent import Agent
from regulations_agent.answer.verify import cite
from regulations_agent.errors import UsageError
from regulations_agent.evaluation.dataset import Item, Source, read_items
from regulations_agent.evaluation.doubts import misspelt, unknown_gold
from regulations_agent.evaluation.report import make_report, to_markdown
from regulations_agent.evaluation.run import Result, patient, read_results, run_items
from regulations_agent.evaluation.scorers import names, score
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.testing import Scripted, Shelf, grade, plan
from regulations_agent.types.answer import Answer
from regulations_agent.types.run import Draft, ToolCall, Turn
from tests.books import HashedWords

MakeAgent = Callable[..., Agent]
QUESTIONS = [
    {
        "id": "a",
        "question": "How fast in the pit lane?",
        "category": "numeric",
        "gold_clauses": ["2025/sporting/1.1"],
        "facts": [r"80\s?km/h"],
        "must_not": ["60"],
        "note": "passed over",
    },
    {"id": "b", "question": "And in 1900?", "season": 1900, "category": "search"},
    {"id": "c", "question": "And now?", "history": [{"role": "user", "content": "How fast?"}]},
]


def written(folder: Path, rows: list[dict[str, object]]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def agent(make_agent: MakeAgent, shelf: Shelf) -> Agent:
    citation = cite(shelf.hit("2025/sporting@1/1.1"), "The speed limit in the pit lane is 80km/h")
    call = ToolCall("r1c1", "find", {"number": "1.1"})
    return make_agent(Scripted([plan(call)], [Draft("80 km/h is the limit.", (citation,))], [grade(8)]))


def timeless(results: tuple[Result, ...]) -> list[object]:
    """What must not depend on when and how it was run."""
    same = {"seconds": 0.0, "run_id": "", "steps": (), "tool_calls": ()}
    return [(r.id, replace(r.answer, **same)) for r in results]  # type: ignore[arg-type]


def test_a_question_set_is_read_with_history_and_gold(tmp_path: Path) -> None:
    items = read_items(written(tmp_path, QUESTIONS))
    assert [item.id for item in items] == ["a", "b", "c"]
    assert items[2].options["history"] == [Turn("user", "How fast?")]
    assert items[0].gold_clauses == ("2025/sporting/1.1",)


def test_a_csv_holds_questions_by_column(tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    path.write_text(
        '\ufeffid,question,season,owner\n7,"How fast, please?",2025,me\n,Why?,,\n', encoding="utf-8"
    )
    first, second = read_items(path)
    assert (first.id, first.question, first.season) == ("7", "How fast, please?", 2025)
    assert (second.id, second.question, second.season) == ("q2", "Why?", None)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.txt", "Why?", "is no question set"),
        ("q.jsonl", "", "holds no questions"),
        ("q.jsonl", '{"id": "a"\n', "line 1 is no JSON"),
        (
            "q.jsonl",
            '{"id": "a", "question": "Why?"}\n{"id": "a", "question": "How?"}\n',
            "line 2: the id 'a' is",
        ),
        ("q.jsonl", '{"id": "a"}\n', "line 1: `question`: Field required"),
        ("q.jsonl", '{"id": "a", "question": "Why?", "facts": ["("]}\n', "is no regular expression"),
        ("q.jsonl", '{"id": "a", "question": " "}\n', "line 1: `question` is empty"),
        ("q.csv", "id,text\n1,Why?\n", "`question`: Field required"),
        (
            "q.csv",
            f"id,question\n1,{'x' * 1_000_000}\n",
            "after line 1: no CSV: field larger than field limit",
        ),
    ],
)
def test_a_bad_question_set_is_refused_with_its_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said.replace("(", r"\(")):
        read_items(path)


def test_a_missing_question_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_items(tmp_path / "none.jsonl")


def test_each_question_gives_one_line_and_a_bad_one_does_not_stop_the_run(
    tmp_path: Path, agent: Agent
) -> None:
    out = tmp_path / "new" / "results.jsonl"
    run_items(read_items(written(tmp_path, QUESTIONS)), agent, out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [list(line) for line in lines] == [["id", "seconds", "answer"]] * 3
    assert [(line["id"], line["answer"]["ok"]) for line in lines] == [("a", True), ("b", False), ("c", True)]


def test_a_run_goes_on_where_it_was_cut_off(tmp_path: Path, agent: Agent) -> None:
    items, out = read_items(written(tmp_path, QUESTIONS)), tmp_path / "results.jsonl"
    whole = run_items(items, agent, out)
    first, second, third = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(first + second + third[:40])
    asked: list[str] = []
    again = run_items(items, agent, out, on_result=lambda result: asked.append(result.id))
    assert asked == ["b", "c"]
    assert again[0] == whole[0] and timeless(again) == timeless(whole)
    assert read_results(out) == again


def test_answers_of_another_question_or_index_are_asked_again(
    tmp_path: Path, agent: Agent, make_agent: MakeAgent, shelf: Shelf
) -> None:
    items, out = read_items(written(tmp_path, QUESTIONS[:1])), tmp_path / "results.jsonl"
    run_items(items, agent, out)
    asked: list[str] = []
    changed = [item.model_copy(update={"question": "Another?"}) for item in items]
    run_items(changed, agent, out, on_result=lambda result: asked.append(result.answer.question))
    other = Agent(replace(shelf, hash="e" * 64), agent.reasoner, agent.tools, agent.settings)  # type: ignore[arg-type]
    run_items(changed, other, out, on_result=lambda result: asked.append(result.answer.index))
    assert asked == ["Another?", "e" * 64]


def test_the_answers_do_not_depend_on_the_number_of_workers(tmp_path: Path, agent: Agent) -> None:
    rows = [{"id": str(n), "question": f"Question {n}?"} for n in range(8)]
    items = read_items(written(tmp_path, rows))
    alone = run_items(items, agent, tmp_path / "one.jsonl")
    together = run_items(items, agent, tmp_path / "four.jsonl", workers=4)
    assert timeless(alone) == timeless(together)


def test_a_right_answer_cites_gold_states_the_facts_and_nothing_forbidden(agent: Agent) -> None:
    item = Item.model_validate(QUESTIONS[0])
    answer = agent.ask(item.question)
    right = score(item, answer)
    assert (right.right, right.hit1, right.hit5, right.facts, right.declined) == (
        True,
        True,
        True,
        1.0,
        False,
    )
    struck = score(item, replace(answer, answer="80 km/h, not 60 km/h."))
    assert struck.forbidden and struck.right is False
    abstained = score(item, replace(answer, abstained=True))
    assert (abstained.right, abstained.declined) == (False, True)
    elsewhere = item.model_copy(update={"documents": (Source(season=2025, section="sporting", issue=4),)})
    assert score(elsewhere, answer).hit5 is False


def test_a_question_without_an_answer_is_right_when_declined(agent: Agent) -> None:
    item = Item(question="Who won?", expect="decline")  # type: ignore[call-arg]
    answer = agent.ask(item.question)
    assert score(item, answer).right is False
    declined = score(item, replace(answer, refused="out_of_scope"))
    assert declined.right is True and declined.hit1 is None and declined.facts is None


@pytest.mark.parametrize(
    ("cited", "gold", "same"),
    [
        (("2025/sporting", "54.3.d"), "2025/sporting/54.3d)", True),
        (("2025/sporting", "54.3"), "2025/sporting@4/54.3d)", True),
        (("2025/sporting", "54.3.d"), "2025/sporting/54.3", True),
        (("2025/sporting", "54"), "2025/sporting/54.3", False),
        (("2025/sporting", "54.30"), "2025/sporting/54.3", False),
        (("2024/sporting", "54.3"), "2025/sporting/54.3", False),
        (("2025/sporting", ""), "2025/sporting/54.3", False),
        (("fsae-2024", "t.7.5.a"), "fsae-2024/T.7.5.a", True),
    ],
)
def test_a_cited_clause_names_the_gold_one(cited: tuple[str, str], gold: str, same: bool) -> None:
    assert names(cited, gold) is same


def test_a_report_has_a_row_for_all_and_one_for_each_category(tmp_path: Path, agent: Agent) -> None:
    items = read_items(written(tmp_path, QUESTIONS))
    report = make_report(items, run_items(items, agent, tmp_path / "results.jsonl"))
    assert [(g.category, g.questions) for g in report.groups] == [("all", 3), ("numeric", 1), ("search", 1)]
    right = report.groups[1].figure("right")
    assert right is not None and right.value == 1.0 and report.groups[2].figure("right") is None
    assert "| numeric | 1 | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 0.00 |  | 0.00 | 8.00 |" in to_markdown(report)
    assert make_report(items, ()).groups == ()


def test_what_failed_stands_in_the_table_with_its_reason(tmp_path: Path, agent: Agent) -> None:
    items = read_items(written(tmp_path, QUESTIONS))
    told = to_markdown(make_report(items, run_items(items, agent, tmp_path / "results.jsonl")))
    assert any(line.startswith("| failed | 1 |") for line in told.splitlines())
    assert "b (UsageError: No season 1900; there are: 2024, 2025.)" in told


def test_fields_and_gold_clauses_that_measure_nothing_are_named() -> None:
    def item(id: str, **fields: object) -> Item:
        return Item.model_validate({"id": id, "question": "Why?", **fields})

    assert misspelt([item("a", gold=["1.1"], facs=[], note="x"), item("b", gold=[])]) == (
        "`gold` is passed over; is `gold_clauses` meant (a, b)?",
        "`facs` is passed over; is `facts` meant (a)?",
    )
    assert misspelt([item("a", gold_clauses=[], clauses=[], book="x", page=3)]) == ()
    library = Retriever.from_texts({"1.1": "Boats stop.", "1.2": "Boats go."}, HashedWords())
    golds = ["texts/1.1", "texts/1", "1.1", "texts/1.1 b)", "texts/99.9", "2031/sporting/1.1"]
    assert unknown_gold([item("a", gold_clauses=golds)], library) == (
        "No document has the gold clause texts/99.9 (a).",
        "No document has the gold clause 2031/sporting/1.1 (a).",
    )


def test_results_are_read_back_as_answers(tmp_path: Path, agent: Agent) -> None:
    items = read_items(written(tmp_path, QUESTIONS))
    results = run_items(items, agent, tmp_path / "results.jsonl")
    assert all(isinstance(result.answer, Answer) for result in read_results(tmp_path / "results.jsonl"))
    assert results[0].answer.citations[0].boxes[0].page == 2


@pytest.mark.parametrize(("given", "allowed"), [(30.0, 600.0), (3600.0, 3600.0)])
def test_on_a_cluster_nobody_waits_so_a_busy_machine_has_time(given: float, allowed: float) -> None:
    settings = patient(Settings(tool_timeout_seconds=given, answer_seconds=180.0, season=2025))
    assert settings == Settings(tool_timeout_seconds=allowed, answer_seconds=3600.0, season=2025)
