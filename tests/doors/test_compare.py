"""`compare` prints, writes and refuses as its user expects."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from regulations_agent.doors.render.comparison_page import comparison_html
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.changes import ChangeView, CompareSummary, CompareView
from regulations_agent.types.views import WordChange
from tests.doors.conftest import Run

ISSUES = "2019/sporting@1", "2019/sporting@2"


def test_text_says_what_changed_and_where(cli: Run, sample_index: Path):
    ran = cli("compare", *ISSUES, "--index", sample_index)
    assert ran.code == 0
    assert "2019/sporting@1 -> 2019/sporting@2" in ran.out.splitlines()[0]
    assert "B2.4.2, page 6 (modified): thirty (30) minutes → twenty-five (25) minutes" in ran.out


def test_json_is_the_whole_comparison(cli: Run, sample_index: Path):
    shown = json.loads(cli("compare", *ISSUES, "--clause", "B2.4.2", "--json", "--index", sample_index).out)
    assert (shown["old"], shown["new"]) == ISSUES
    assert [n["new"] for c in shown["changes"] for n in c["numbers"]] == ["twenty-five (25) minutes"]


def test_the_page_needs_nothing_from_outside(cli: Run, sample_index: Path, tmp_path: Path):
    assert cli("compare", *ISSUES, "--html", "x.html", "--index", sample_index).code == 0
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    assert not re.search(r"<script|https?://|<link|<img|\bon\w+=", page)
    assert page.count('<article id="c') == len(set(re.findall(r'<article id="(c\d+)"', page))) > 50


def test_the_page_names_its_documents_and_keeps_to_itself_how_clauses_were_matched(
    cli: Run, sample_index: Path, tmp_path: Path
):
    assert cli("compare", *ISSUES, "--html", "x.html", "--index", sample_index).code == 0
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "<title>What changed: 2019 Sporting, issue 1 to 2019 Sporting, issue 2</title>" in page
    shown = re.sub(
        r"<details class=\"why\">.*?</details>|<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL
    )
    assert "Sporting Regulations, issue 2" in shown and not re.search(r"/sporting@|confidence", shown)


def test_figures_of_a_table_are_told_cell_by_cell(cli: Run, sample_index: Path, tmp_path: Path):
    fines = (*ISSUES, "--clause", "B6.3.1", "--index", sample_index)
    assert (
        cli("compare", *fines, "--html", "x.html").code == 0
        and cli("compare", *fines, "--csv", "x.csv").code == 0
    )
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    (row,) = csv.DictReader((tmp_path / "x.csv").read_text(encoding="utf-8-sig").splitlines())
    told = re.findall(r"<li>([^<]*)</li>", page)
    assert told == ["€2,500 → €3,500", "€2,000 → €4,000"] and all(one in row["numbers"] for one in told)
    assert "→ €7,000" not in row["numbers"]


def test_a_figure_of_another_unit_is_said_beside_one_of_the_same(cli: Run, sample_index: Path):
    told = cli("compare", *ISSUES, "--clause", "B6.5.1", "--index", sample_index).out
    assert "“one (1) hour” → “ninety (90) minutes”; “€6,000” → “€7,000”" in told


def test_the_spreadsheet_has_a_row_a_change(cli: Run, sample_index: Path, tmp_path: Path):
    assert cli("compare", *ISSUES, "--csv", "x.csv", "--index", sample_index).code == 0
    rows = list(csv.DictReader((tmp_path / "x.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert {"modified", "added", "deleted", "unchanged"} <= {row["kind"] for row in rows}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("2019/sporting@1", "2019/sporting@1"), "one document"),
        ((*ISSUES, "--topic", "tyres", "--clause", "B1"), "not both"),
        ((*ISSUES, "--json", "--csv", "x.csv"), "one of them"),
        (("2031", "2019/sporting@2"), "2031"),
        ((*ISSUES, "--html", "missing/x.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_line(arguments: tuple[str, ...], said: str, cli: Run, sample_index: Path):
    ran = cli("compare", *arguments, "--index", sample_index)
    assert ran.code == 2 and said in ran.error


def test_words_of_a_document_are_never_markup(sample_library: Retriever):
    evil = "<script>alert(1)</script>"
    clause = "2019/sporting@2/B2.4.2"
    words = (WordChange("insert", evil),)
    change = ChangeView(
        "modified", (clause,), (clause,), 1.0, 0.9, evil, evil, words, (), None, evil, (), ()
    )  # fmt: skip
    view = CompareView(*ISSUES, CompareSummary(0, 1, 0, 0, 0, 0, 0), (change,), None)
    page = comparison_html(view, sample_library)
    assert evil not in page and "&lt;script&gt;" in page


def test_a_clause_tells_its_life(cli: Run, sample_index: Path):
    ran = cli("clause", "2019/sporting/B2.4.2", "--history", "--index", sample_index)
    assert (
        "2019/sporting@2 (2019-03-01) B2.4.2, page 6: modified: thirty (30) minutes → twenty-five" in ran.out
    )
