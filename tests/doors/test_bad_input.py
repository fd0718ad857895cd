"""Bad input, end to end: one line, the right code, the other documents read, the old index still there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.doors.conftest import Run
from tests.doors.pdfs import BAD, LINES, rulebook


@pytest.fixture
def index(tmp_path: Path, sample_index: Path) -> Path:
    """A copy of the sample index, for tests that may harm it."""
    return Path(shutil.copytree(sample_index, tmp_path / "index"))


@pytest.mark.parametrize("kind", BAD)
def test_a_pdf_that_cannot_be_read_is_named_with_the_reason(cli: Run, tmp_path: Path, kind: str):
    BAD[kind](tmp_path / "rules.pdf")
    ran = cli("inspect", "rules.pdf")
    assert ran.code == 4 and ran.error.startswith("rules.pdf ") and ran.error.count("rules.pdf") == 1


def test_bad_documents_do_not_stop_the_others(cli: Run, tmp_path: Path):
    folder = tmp_path / "books"
    folder.mkdir()
    for kind, make in BAD.items():
        make(folder / f"{kind}.pdf")
    rulebook(folder / "good.pdf")
    ran = cli("ingest", "books", "--index", "index")
    errors = [line for line in ran.err.splitlines() if line.startswith("error: ")]
    assert ran.code == 4 and len(errors) == len(BAD)
    assert all(any(f"books/{kind}.pdf" in line for line in errors) for kind in BAD)
    assert (
        "2031/sporting@1" in ran.out and "2031/sporting@1" in cli("index", "status", "--index", "index").out
    )


def test_when_nothing_can_be_read_the_old_index_stays(cli: Run, tmp_path: Path, index: Path):
    before = (index / "manifest.json").read_bytes()
    BAD["encrypted"](tmp_path / "rules.pdf")
    ran = cli("ingest", "rules.pdf", "--index", index)
    assert ran.code == 4 and (index / "manifest.json").read_bytes() == before
    assert cli("index", "verify", "--index", index).code == 0


def test_when_nothing_can_be_read_no_index_appears(cli: Run, tmp_path: Path):
    BAD["scanned"](tmp_path / "rules.pdf")
    assert cli("ingest", "rules.pdf", "--index", "index").code == 4
    assert cli("index", "status", "--index", "index").code == 3


def test_a_damaged_index_is_noticed_and_not_answered_from(cli: Run, index: Path):
    victim = max((index / "files").iterdir(), key=lambda path: path.stat().st_size)
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 1
    victim.write_bytes(bytes(data))
    for arguments in (
        ["index", "verify"],
        ["ask", "How fast may I drive in the pit lane?"],
        ["outline", "2018/sporting"],
    ):
        ran = cli(*arguments, "--index", index)
        assert ran.code == 3 and victim.name in ran.error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ask", "   "], "empty"),
        (["ask", "x" * 100_000], "100,000"),
        (["ask", "x", "--season", "1999"], "2018, 2019"),
        (["ask", "x", "--section", "cooking"], "sporting"),
        (["ask", "x", "--issue", "77"], "2018/sporting@1"),
        (["ask", "x", "--as-of", "tomorrow"], "2025-06-30"),
        (["ask", "x", "--tool", "hammer"], "regulation_search"),
        (["ask", "x", "--tool", "regulation_search", "--tool-input", '{"colour": "red"}'], "colour"),
        (["ask", "x", "--tool-input", "{}"], "tool"),
        (["clause", "2018/sporting/999.9"], "2018/sporting"),
        (["clause", ""], ""),
        (["clause", "1999/sporting/17.1"], "2018"),
        (["outline", "1999/sporting"], "2018/sporting"),
        (["corpus", "remove", "1999/sporting"], "2018/sporting@1"),
        (["compare", "2019/sporting@1", "2019/sporting@2", "--clause", "B3.4.99"], "2019/sporting@2/B3.4"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(
    cli: Run, sample_index: Path, arguments: list[str], said: str
):
    ran = cli(*arguments, "--index", sample_index)
    assert ran.code == 2 and said in ran.error


def test_an_unknown_clause_is_answered_with_the_nearest(cli: Run, sample_index: Path):
    ran = cli("clause", "2018/sporting/17.99", "--index", sample_index)
    assert ran.code == 2 and "2018/sporting@2/17." in ran.error


def test_a_question_of_a_megabyte_is_refused(cli: Run, sample_index: Path):
    ran = cli("ask", "-", "--index", sample_index, stdin=b"why? " * 200_000)
    assert ran.code == 2 and "8,000" in ran.error


def test_bytes_that_are_no_text_are_a_question_like_any_other(cli: Run, sample_index: Path):
    ran = cli("ask", "-", "--index", sample_index, stdin=b"\xff\xfe\x00pit lane\x1b[2J speed")
    assert ran.code == 0 and "\x1b" not in ran.out


@pytest.mark.slow
def test_a_full_disk_leaves_the_old_index(tmp_path: Path, index: Path):
    """On a file system of 1 MB; needs the right to mount one."""
    small = tmp_path / "small"
    small.mkdir()
    pdf = rulebook(tmp_path / "rules.pdf", (*LINES, "1.3 Helmets are worn."))
    agent = f"{sys.executable} -m regulations_agent"
    script = (
        f"mount -t tmpfs -o size=1m tmpfs {small} || exit 77;"
        f"{agent} ingest {pdf} --index {small}/index; echo $?;"
        f"{agent} index status --index {index} > /dev/full; echo $?"
    )
    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", script], capture_output=True, text=True, check=False
    )
    if done.returncode == 77 or "unshare failed" in done.stderr:
        pytest.skip("no right to mount a file system here")
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert done.stdout.split()[-2:] == ["3", "3"] and len(errors) == 2
    assert "No space left" in errors[0] and "disk is full" in errors[1] and "Traceback" not in done.stderr


@pytest.fixture
def without_rights() -> list[str]:
    """What to put before a command so that root cannot read everything."""
    rights = "-dac_override,-dac_read_search"
    command = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]
    if shutil.which("setpriv") is None or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("setpriv may not give up rights here")
    return [*command, sys.executable, "-m", "regulations_agent"]


@pytest.mark.slow
def test_folders_that_may_not_be_read_are_named(tmp_path: Path, without_rights: list[str]):
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    rulebook(outer / "rules.pdf")
    said = []
    for locked in (inner, outer):
        locked.chmod(0)
        command = [*without_rights, "ingest", "outer", "--index", "index"]
        said.append(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False))
    outer.chmod(0o700)
    inner.chmod(0o700)
    assert said[0].returncode == 4 and "2031/sporting@1" in said[0].stdout
    assert "error: outer/inner: Permission denied" in said[0].stderr
    assert said[1].returncode == 2 and "not readable" in said[1].stderr and said[1].stderr.count("\n") == 1
