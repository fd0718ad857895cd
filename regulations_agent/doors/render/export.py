"""A run as a file to hand on: JSON, Markdown, or an audit pack of pages, hashes and a sign-off sheet."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.answer.render import to_json, to_markdown
from regulations_agent.doors.terminal import unwritten
from regulations_agent.errors import RegulationsError, UsageError
from regulations_agent.types.answer import Answer, Citation
from regulations_agent.types.history import RunRecord, Verification

if TYPE_CHECKING:
    from regulations_agent.agent import Agent

KINDS = (".json", ".md", ".zip")


def export(run_id: str, file: Path, agent: Agent) -> tuple[str, ...]:
    """Writes a run to a file, by whose name its kind goes; gives what a pack lacks, in words.

    Raises `UsageError` for a run without an answer and another kind, and as `unwritten` says.
    """
    record = agent.runs.get(run_id)
    if (answer := record.answer) is None:
        raise UsageError(f"Run {run_id} has no answer yet; resume it, then export it.")
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{file} ends in {kind or 'nothing'}; possible are: {', '.join(KINDS)}.")
    lacks: list[str] = []
    try:
        if kind == ".zip":
            _write_pack(file, record, answer, agent, lacks)
        else:
            text = to_json(record, indent=2) if kind == ".json" else as_markdown(record, answer)
            file.write_text(text + "\n", encoding="utf-8")
    except OSError as fault:
        raise unwritten(file, fault) from fault
    return tuple(lacks)


def as_markdown(record: RunRecord, answer: Answer) -> str:
    """The question, the answer with its sources, and the steps that led to it."""
    steps = [f"| {s.round} | {s.node} | {cell(s.summary)} | {s.seconds:.3f} |" for s in answer.steps]
    calls = [
        f"| {c.round} | {c.tool} | {cell(to_json(c.args))} | {cell(c.error or c.output)} | {c.seconds:.3f} |"
        for c in answer.tool_calls
    ]
    if calls:
        calls = ["| round | tool | input | output or error | seconds |", "|---|---|---|---|---|", *calls]
    asked = (
        f"Run {answer.run_id}, asked {record.summary.asked}, engine {answer.engine}, index {answer.index}."
    )
    return "\n".join([
        f"# {cell(answer.question)}", "", to_markdown(answer), "", "## How it was found", "", asked, "",
        "| round | step | what | seconds |", "|---|---|---|---|", *steps, "",
        *calls,
    ])  # fmt: skip


def sign_off(record: RunRecord, answer: Answer, checked: Verification) -> str:
    """A sheet to be signed: what was asked, on which documents the answer stands, and whether it does now."""
    sources = {c.document: c.sha256 for c in answer.citations}
    checks = [f"| {n} | {c.clause_id} | {c.state} |" for n, c in enumerate(checked.citations, 1)]
    return "\n".join([
        "# Sign-off", "", f"Question: {cell(answer.question)}", "",
        f"Run {answer.run_id}, asked {record.summary.asked}, engine {answer.engine}.",
        f"Index then {checked.index_then}, index when packed {checked.index_now}.", "",
        "| document | sha256 of the PDF |", "|---|---|", *(f"| {d} | {h} |" for d, h in sources.items()), "",
        "| source | clause | held against the index when packed |", "|---|---|---|", *checks, "",
        "The answer is in `answer.md`, the cited pages with the quoted words marked are in `pages/`, the",
        "settings in `run.json`; `SHA256SUMS` proves the files of this pack.", "",
        "Checked by: ______________________    Date: ______________    Signature: ______________________", "",
        "Remarks:",
    ])  # fmt: skip


def _write_pack(file: Path, record: RunRecord, answer: Answer, agent: Agent, lacks: list[str]) -> None:
    checked = agent.runs.verify(answer.run_id)
    parts = {
        "answer.json": to_json(answer, indent=2).encode(),
        "answer.md": as_markdown(record, answer).encode(),
        "run.json": to_json(record, indent=2).encode(),
        "verification.json": to_json(checked, indent=2).encode(),
        "sign-off.md": sign_off(record, answer, checked).encode(),
        **dict(_pages(answer.citations, agent, lacks)),
    }
    sums = "".join(f"{sha256(content).hexdigest()}  {name}\n" for name, content in sorted(parts.items()))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in sorted({**parts, "SHA256SUMS": sums.encode()}.items()):
            pack.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)


def _pages(citations: Sequence[Citation], agent: Agent, lacks: list[str]) -> Iterator[tuple[str, bytes]]:
    """Each cited page as a picture with the quoted words marked; what cannot be drawn is told."""
    from regulations_agent.corpus.picture import marked
    from regulations_agent.doors.render.originals import Originals

    originals = Originals(agent.settings)
    boxes: dict[tuple[str, int], list[tuple[float, float, float, float]]] = {}
    for citation in citations:
        for page, *box in citation.boxes:
            boxes.setdefault((citation.document, page), []).append(tuple(box))  # type: ignore[arg-type]
    for (document_id, page), places in sorted(boxes.items()):
        try:
            picture = originals.draw(agent.library.document(document_id), page)
        except RegulationsError as fault:
            lacks.append(f"{document_id} page {page}: {fault}")
            continue
        name = document_id.replace("/", "-").replace("@", "-issue-")
        yield f"pages/{name}-page-{page}.png", marked(picture, places)


def cell(text: str) -> str:
    """Text that stays in its place in a Markdown table."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
