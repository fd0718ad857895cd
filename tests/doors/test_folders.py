"""Folders as people have them: links, names that are no text, and files that come and go meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from regulations_agent.answer.render import to_json
from regulations_agent.corpus import read
from regulations_agent.corpus.page.lines import DocumentLines
from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError, UsageError
from regulations_agent.index.building import build
from regulations_agent.index.building.build import find_rulebooks, ingest, links_out
from regulations_agent.index.store import status
from regulations_agent.settings import Settings
from tests.books import HashedWords
from tests.doors.conftest import Run

RULE = "# Harbour Club {0}\n\n1. Boats of kind {0} stop at red lights.\n"


def rule(path: Path | bytes, number: int = 1) -> Path:
    made = Path(os.fsdecode(path))
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(RULE.format(number), encoding="utf-8")
    return made


@pytest.fixture
def books(tmp_path: Path) -> Path:
    rule(tmp_path / "books" / "good.md")
    return tmp_path / "books"


def test_a_link_that_leads_out_of_a_folder_is_named_and_not_followed(books: Path, tmp_path: Path) -> None:
    secret = rule(tmp_path / "elsewhere" / "secret.md", 2)
    (books / "out.md").symlink_to(secret)
    (books / "folder").symlink_to(secret.parent)
    (books / "up.md").symlink_to(Path("../elsewhere/secret.md"))
    report = ingest([books], tmp_path / "index", Settings(), embedder=HashedWords(), workers=1)
    assert [Path(done.path).name for done in report.read] == ["good.md"]
    assert [Path(failed.path).name for failed in report.failed] == ["folder", "out.md", "up.md"]
    assert all("leads out of" in failed.reason for failed in report.failed)


def test_a_link_is_followed_where_it_is_named_or_stays_in_the_folder(books: Path, tmp_path: Path) -> None:
    secret = rule(tmp_path / "elsewhere" / "secret.md", 2)
    (books / "out.md").symlink_to(secret)
    assert find_rulebooks([books / "out.md"]) == [books / "out.md"]
    (books / "inside.md").symlink_to("good.md")
    assert [path.name for path in find_rulebooks([books])] == ["good.md", "inside.md"]
    (tmp_path / "shelf").symlink_to(books)
    assert len(find_rulebooks([tmp_path / "shelf"])) == 2
    assert [Path(failed.path).name for failed in links_out([tmp_path / "shelf"])] == ["out.md"]


def test_links_in_a_circle_and_into_nothing_end_the_search_too(books: Path) -> None:
    (books / "circle").symlink_to(books)
    (books / "gone.md").symlink_to(books / "nowhere.md")
    (books / "loop.md").symlink_to(books / "loop.md")
    assert [path.name for path in find_rulebooks([books])] == ["good.md"]


def test_what_is_no_file_and_what_is_there_twice_is_named(books: Path, tmp_path: Path, cli: Run) -> None:
    rule(books / "hood.md")
    (books / "gone.md").symlink_to(books / "nowhere.md")
    (books / "loop.md").symlink_to(books / "loop.md")
    os.mkfifo(books / "pipe.md")
    ran = cli("ingest", books, "--index", tmp_path / "index", "--workers", "1")
    assert ran.code == 4 and f"copy       {books}/hood.md is a copy of {books}/good.md." in ran.out
    said = [line for line in ran.err.splitlines() if line.startswith("error")]
    assert said == [
        f"error: {books}/gone.md: a link that leads nowhere",
        f"error: {books}/loop.md: a link that leads nowhere",
        f"error: {books}/pipe.md: a pipe, socket or device, no file",
    ]


NAMES = {
    "a newline": b"a\nread  b.md", "a bell": b"b\x07\x1b[31m.md", "right to left": "c\u202edm.md".encode(),
    "no width": "d\u200b.md".encode(), "full width": "ｅ.md".encode(), "half a pair": b"f\xed\xa0\x80.md",
    "another encoding": b"g\xe9.md", "an option": b"--as.md", "a command": b"$(touch h); 'i'.md",
    "250 letters": b"j" * 247 + b".md",
}  # fmt: skip


def test_names_that_steer_a_terminal_or_are_no_text_cost_no_other_file(tmp_path: Path, cli: Run) -> None:
    for number, name in enumerate(NAMES.values()):
        rule(os.fsencode(tmp_path / "books") + b"/" + name, number)
    ran = cli("ingest", tmp_path / "books", "--index", tmp_path / "index", "--workers", "1")
    said = ran.out + ran.err
    assert ran.code == 4 and "bug" not in said
    assert not {c for c in said if c in "\x07\x1b\u202e\r"}
    assert len([line for line in ran.out.splitlines() if line.startswith("read  ")]) == len(NAMES) - 2
    assert ran.err.count("has a name that is no text; rename it.") == 2
    assert len(status(tmp_path / "index").documents) == len(NAMES) - 2
    assert not list(tmp_path.rglob("h"))


def test_a_report_of_names_that_are_no_text_can_be_written(tmp_path: Path) -> None:
    rule(os.fsencode(tmp_path) + b"/\xff.md", 2)
    rule(tmp_path / "good.md")
    report = ingest([tmp_path], tmp_path / "index", Settings(), embedder=HashedWords(), workers=1)
    assert "\N{REPLACEMENT CHARACTER}.md has a name" in to_json(report)


def test_a_file_that_vanishes_before_it_is_read_is_named(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = rule(books / "gone.md", 2)
    hashed = build.file_sha256

    def hashed_then_gone(path: Path) -> str:
        digest = hashed(path)
        if path == gone:
            gone.unlink()
        return digest

    monkeypatch.setattr(build, "file_sha256", hashed_then_gone)
    report = ingest([books], tmp_path / "index", Settings(), embedder=HashedWords(), workers=1)
    assert [Path(done.path).name for done in report.read] == ["good.md"]
    (failed,) = report.failed
    assert failed.path == str(gone) and "cannot be opened (No such file" in failed.reason


@pytest.mark.parametrize(
    ("after", "said"), [("gone", "cannot be opened"), ("other", "changed while it was read")]
)
def test_a_file_that_goes_or_changes_while_it_is_read_is_not_taken_for_what_it_was(
    books: Path, monkeypatch: pytest.MonkeyPatch, after: str, said: str
) -> None:
    path, lines = books / "good.md", read.document_lines

    def read_then_touched(path: Path, language: str) -> DocumentLines:
        found = lines(path, language)
        path.unlink() if after == "gone" else rule(path, 2)
        return found

    monkeypatch.setattr(read, "document_lines", read_then_touched)
    with pytest.raises(DocumentError, match=said):
        read_document(path)


def test_a_folder_that_vanishes_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        ingest([tmp_path / "gone"], tmp_path / "index", Settings(), embedder=HashedWords())
