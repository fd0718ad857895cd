"""Reports, comparisons and exports of results."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.doors.cli import run
from regulations_agent.doors.render.spreadsheets import cell, write_csv
from regulations_agent.errors import UsageError
from regulations_agent.evaluation.compare import compare_scores, mcnemar
from regulations_agent.evaluation.dataset import read_items
from regulations_agent.evaluation.figures import CALIBRATION, auroc, bins, groups, interval
from regulations_agent.evaluation.report import make_report
from regulations_agent.evaluation.run import exported, read_results
from regulations_agent.evaluation.scorers import Score

WRONG = Score(
    "q1", "numeric", False, False, False, None, 0.0, False, 0.0, 1, 1.0, False, False, True, 4.0, 2, 100, 0.1
)
RIGHT = replace(
    WRONG, right=True, hit1=True, hit5=True, facts=1.0, early=True, useful=1.0, overall=8.0, rounds=1
)


def many(*rights: bool) -> list[Score]:
    return [replace(RIGHT if right else WRONG, id=f"q{n}") for n, right in enumerate(rights)]


def test_a_figure_has_an_interval_around_it_and_says_over_how_many() -> None:
    (whole, _) = groups(many(True, True, True, False))
    right = whole.figure("right")
    assert right is not None and (right.value, right.questions) == (0.75, 4)
    assert right.low <= right.value <= right.high
    calibration = whole.figure(CALIBRATION)
    assert calibration is not None and calibration.value == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_interval_of_a_mean_lies_within_the_values_and_is_the_same_each_time(values: list[float]) -> None:
    low, high = interval(values)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9
    assert interval(values) == (low, high)


@given(st.lists(st.tuples(st.sampled_from([1.0, 4.0, 7.0]), st.booleans()), max_size=30))
def test_auroc_is_the_share_of_pairs_in_order(graded: list[tuple[float, bool]]) -> None:
    good, bad = [g for g, r in graded if r], [g for g, r in graded if not r]
    value = auroc([g for g, _ in graded], [r for _, r in graded])
    if not good or not bad:
        assert value is None
        return
    wins = sum((g > b) + 0.5 * (g == b) for g in good for b in bad)
    assert value == pytest.approx(wins / (len(good) * len(bad)))


def test_bins_hold_every_graded_answer_once() -> None:
    found = bins([replace(RIGHT, overall=grade) for grade in (1.0, 6.9, 7.0, 10.0)])
    assert sum(one.answers for one in found) == 4
    assert all(a.high <= b.low for a, b in pairwise(found))


def test_a_comparison_names_what_was_won_and_lost_and_how_likely_that_is_by_chance() -> None:
    found = compare_scores(many(True, False, False), many(False, True, True))
    assert (found.won, found.lost) == (("q1", "q2"), ("q0",))
    assert found.p == 1.0
    (right,) = [d for d in found.differences if (d.category, d.measure) == ("all", "right")]
    assert right.after - right.before == pytest.approx(1 / 3)
    assert right.low <= 1 / 3 <= right.high


@pytest.mark.parametrize(("won", "lost", "p"), [(0, 0, 1.0), (5, 5, 1.0), (8, 0, 2 / 256), (1, 9, 22 / 1024)])
def test_mcnemar_is_exact(won: int, lost: int, p: float) -> None:
    assert mcnemar(won, lost) == pytest.approx(p)


def test_runs_of_different_questions_cannot_be_compared() -> None:
    with pytest.raises(UsageError, match="share no question id"):
        compare_scores(many(True), [replace(RIGHT, id="other")])


class Tags(HTMLParser):
    """Collects what a page would load or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loading: list[tuple[str, object]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in {"script", "img", "iframe", "object"} or "src" in named or (tag == "a" and "href" in named):
            self.loading.append((tag, named))


@pytest.fixture(scope="module")
def answered(sample_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a question set, its results, and a report."""
    folder = tmp_path_factory.mktemp("evaluated")
    rows = [
        {
            "id": "fine",
            "question": "What is the fine for an unsafe release?",
            "category": "penalty",
            "facts": ["7,500"],
            "reference": "€7,500",
        },
        {"id": "evil", "question": "<script>alert(1)</script> <img src=x onerror=alert(2)> speed limit?"},
    ]
    (folder / "q.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    out = ["--out", str(folder / "r.jsonl"), "--report", str(folder / "report")]
    assert run(["eval", "run", str(folder / "q.jsonl"), "--index", str(sample_index), *out]) == 0
    return folder


def test_a_run_writes_its_report_in_three_forms_that_load_and_run_nothing(answered: Path) -> None:
    page = (answered / "report" / "q.html").read_text(encoding="utf-8")
    assert Tags(page).loading == []
    assert "&lt;script&gt;" in page and page.count("<svg") >= 1
    told = json.loads((answered / "report" / "q.json").read_text(encoding="utf-8"))
    assert told["setup"]["engine"] == "extractive" and len(told["setup"]["index"]) == 64
    assert not any("key" in name for name in told["setup"]["settings"])
    assert (answered / "report" / "q.md").read_text(encoding="utf-8").startswith("q.jsonl (sha256 ")


def test_results_are_scored_again_without_asking(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "report", str(answered / "q.jsonl"), str(answered / "r.jsonl"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    items, results = read_items(answered / "q.jsonl"), read_results(answered / "r.jsonl")
    assert len(told["scores"]) == len(make_report(items, results).scores) == 2


def test_a_run_against_itself_differs_in_nothing(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = str(answered / "r.jsonl")
    assert run(["eval", "compare", same, same, "--questions", str(answered / "q.jsonl")]) == 0
    assert "Newly right: none. No longer right: none. Exact McNemar p = 1.000." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("form", "names"), [("ragas", {"user_input", "response", "reference"}), ("inspect", {"input", "target"})]
)
def test_results_go_out_under_other_names_and_come_in_again(
    answered: Path, form: str, names: set[str]
) -> None:
    out = answered / f"{form}.jsonl"
    assert (
        run(["eval", "export", str(answered / "q.jsonl"), str(answered / "r.jsonl"), str(out), "--as", form])
        == 0
    )
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 2 and names <= rows[0].keys()
    assert [item.question for item in read_items(out)] == [
        i.question for i in read_items(answered / "q.jsonl")
    ]
    assert read_items(out)[0].answer == "€7,500"


def test_missing_results_are_one_line(answered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["eval", "report", str(answered / "q.jsonl"), str(answered / "none.jsonl")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_spreadsheet_runs_no_formula(tmp_path: Path) -> None:
    rows = [{"a": "=HYPERLINK(1)", "b": -3, "c": ("@x", "y"), "d": None}]
    assert write_csv(tmp_path / "t.csv", rows, ["a", "b", "c", "d"]) == 1
    text = (tmp_path / "t.csv").read_text(encoding="utf-8-sig")
    assert text.splitlines() == ["a,b,c,d", "'=HYPERLINK(1),-3,'@x; y,"]


@pytest.mark.parametrize("text", ["\n=1+1", "＝1+1", "＋1", "－1", "＠SUM(1)"])
def test_a_formula_of_another_keyboard_is_none_either(text: str) -> None:
    assert cell(text) == f"'{text}"


@given(st.text())
def test_no_text_starts_like_a_formula(text: str) -> None:
    assert not cell(text).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_nothing_is_exported_for_a_question_without_a_result() -> None:
    assert list(exported((), (), "ragas")) == []
