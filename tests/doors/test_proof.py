"""`inspect --html` and `--index`: what was read, drawn over the pages; references into other documents."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from regulations_agent.corpus.read import read_document
from regulations_agent.doors.render.proof import draw_all, proof_html, reference_boxes
from tests.corpus.paper import make_pdf, say
from tests.corpus.readings import document_of
from tests.doors.conftest import Run
from tests.doors.pdfs import rulebook


@pytest.mark.slow
def test_the_file_shows_pages_with_what_was_read_and_loads_nothing(
    cli: Run, sample_corpus: Path, tmp_path: Path
) -> None:
    pdf, file = sample_corpus / "2018_sporting_issue02.pdf", tmp_path / "proof.html"
    assert cli("inspect", pdf, "--html", file).code == 0
    html, reading = file.read_text(encoding="utf-8"), document_of(pdf)
    assert html.count('src="data:image/png;base64,') == reading.document.pages
    assert html.count('<img alt="" width="595" height="842"') == reading.document.pages and "lazy" not in html
    assert html.count('<rect class="deleted"') == sum(len(page.deleted) for page in reading.pages) > 0
    assert html.count('<rect class="inserted"') == sum(len(page.inserted) for page in reading.pages) > 0
    assert all(f">{clause.number}</text>" in html for clause in reading.clauses if clause.boxes)
    assert "<script" not in html and "http://" not in html and "https://" not in html


def test_what_a_pdf_says_is_escaped(tmp_path: Path) -> None:
    pdf = make_pdf(tmp_path / "a.pdf", lambda canvas: say(canvas, 60, 140, '1.1 <img src="x"> & <b>', "-<i>"))
    html = proof_html(read_document(pdf), {})
    assert '<img src="x">' not in html and "&lt;img src=&quot;x&quot;&gt; &amp; &lt;b&gt;" in html
    assert "deleted: &lt;i&gt;" in html


def test_references_are_drawn_inside_the_lines_of_their_clause(sample_corpus: Path) -> None:
    reading = document_of(sample_corpus / "2018_sporting_issue02.pdf")
    lines = {clause.number: [line.box for line in clause.lines] for clause in reading.clauses}
    drawn = list(reference_boxes(reading, {}))
    assert len({id(reference) for reference, _ in drawn}) >= 0.9 * len(reading.references)
    for reference, box in drawn:
        home = next(b for b in lines[reference.clause] if (b.page, b.top) == (box.page, box.top))
        assert home.x0 - 0.1 <= box.x0 < box.x1 <= home.x1 + 6


def test_references_stand_where_their_letters_are_printed(tmp_path: Path) -> None:
    words = (
        "1.2",
        "lilies illicitly still filling the ",
        "Article 1.1",
        " illi by ",
        "Article 1.1",
        " in MWMWMW.",
    )

    def draw(canvas: Canvas) -> None:
        say(canvas, 60, 140, "1.1 Teams shall be neat and tidy at all times during the whole of the event.")
        say(canvas, 60, 160, words[0])
        say(canvas, 100, 160, *words[1:])

    pdf = make_pdf(tmp_path / "a.pdf", draw)
    reading = read_document(pdf)
    pictures, missing = draw_all(pdf, reading, 512)
    starts = [100 + stringWidth("".join(words[1:n]), "Helvetica", 11) for n in (2, 4)]
    wide = stringWidth(words[2], "Helvetica", 11)
    places = [(box.x0, box.x1) for _, box in reference_boxes(reading, pictures)]
    assert missing == [] and places == [pytest.approx((start, start + wide), abs=0.5) for start in starts]


def test_each_drawing_is_well_formed(sample_corpus: Path) -> None:
    html = proof_html(document_of(sample_corpus / "2018_technical_issue01.pdf"), {})
    drawings = ["<svg" + part.partition("</svg>")[0] + "</svg>" for part in html.split("<svg")[1:]]
    assert drawings and all(ElementTree.fromstring(drawing) is not None for drawing in drawings)


@pytest.mark.slow
def test_an_index_resolves_references_to_its_other_documents(
    cli: Run, sample_corpus: Path, sample_index: Path
) -> None:
    pdf = sample_corpus / "2018_sporting_issue02.pdf"

    def targets(*options: str | Path) -> list[tuple[str | None, str]]:
        read = json.loads(cli("inspect", pdf, "--json", *options).out)
        return [(t["document"], t["status"]) for r in read["references"] for t in r["targets"]]

    assert ("2018/financial", "external") in targets()
    resolved = targets("--index", sample_index)
    assert ("2018/financial@1", "resolved") in resolved and ("2018/financial", "external") not in resolved


@pytest.mark.slow
def test_pdfs_given_besides_resolve_references_to_them(cli: Run, sample_corpus: Path, tmp_path: Path) -> None:
    pdf, sibling = (
        sample_corpus / "2018_sporting_issue02.pdf",
        next(sample_corpus.glob("2018_financial*.pdf")),
    )

    def targets(*others: Path) -> list[tuple[str | None, str]]:
        read = json.loads(cli("inspect", pdf, *others, "--json").out)
        return [(t["document"], t["status"]) for r in read["references"] for t in r["targets"]]

    assert {("2018/financial@1", "resolved"), ("2018/technical", "external")} <= {*targets(sibling)}
    (folder := tmp_path / "folder").mkdir()
    shutil.copy(sample_corpus / "2018_technical_issue01.pdf", folder)
    assert ("2018/technical@1", "resolved") in targets(folder)
    absent = cli("inspect", pdf, sample_corpus / "absent.pdf", "--json")
    assert absent.code == 2 and "absent.pdf is no file or folder" in absent.err


def test_a_clause_shows_where_its_references_to_other_documents_lead(cli: Run, sample_index: Path) -> None:
    view = json.loads(cli("clause", "2019/sporting@2/B1.2.2d", "--index", sample_index, "--json").out)
    leads = [target for reference in view["references"] for target in reference["targets"]]
    assert {"document": "2019/financial@1", "clause": "D4", "status": "resolved"} in leads


def test_json_and_html_together_are_refused_in_one_line(cli: Run, tmp_path: Path) -> None:
    pdf = rulebook(tmp_path / "rules.pdf")
    both = cli("inspect", pdf, "--json", "--html", tmp_path / "proof.html")
    nowhere = cli("inspect", pdf, "--html", tmp_path / "absent" / "proof.html")
    assert both.code == nowhere.code == 2
    assert "not both" in both.err and "cannot be written" in nowhere.err
