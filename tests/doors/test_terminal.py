"""What reaches the terminal is harmless, and every failure is one line with its exit code."""

import errno
from pathlib import Path

import pytest

from regulations_agent import errors
from regulations_agent.doors.cli import take_debug
from regulations_agent.doors.terminal import LONGEST_ERROR, explain, harmless, one_line, unwritten


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\n\ttext", "plain\n\ttext"),
        ("\x1b[2Jgone", "\ufffd[2Jgone"),
        ("a\rb\x07", "a\ufffdb\ufffd"),
        ("\u202etxt.exe", "\ufffdtxt.exe"),
        ("naïve “quotes” ≥ 5 µm", "naïve “quotes” ≥ 5 µm"),
    ],
)
def test_text_cannot_steer_a_terminal(text: str, shown: str):
    assert harmless(text) == shown


def test_an_error_is_one_line_of_bounded_length():
    assert one_line("a\n b\t c") == "a b c" and len(one_line("x" * 10_000)) == LONGEST_ERROR


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (errors.UsageError("no such season"), 2, "no such season"),
        (errors.UnknownClause("no such clause"), 2, "no such clause"),
        (errors.IndexMissing("no index"), 3, "no index"),
        (errors.IndexDamaged("hash"), 3, "hash"),
        (errors.DocumentError("encrypted"), 4, "encrypted"),
        (errors.ModelError("server"), 5, "server"),
        (OSError(errno.ENOSPC, "No space left on device", "/x"), 3, "disk is full at /x"),
        (OSError(errno.ENOSPC, "No space left", "/from", None, "/to"), 3, "disk is full at /to;"),
        (unwritten(Path("p.csv"), OSError(errno.ENOSPC, "No space left")), 3, "disk is full at p.csv"),
        (unwritten(Path("p.csv"), OSError(errno.ENOENT, "No such file")), 2, "p.csv cannot be written"),
        (PermissionError(errno.EACCES, "Permission denied", "/y"), 2, "Permission denied at /y"),
        (KeyError("bug"), 1, "a bug of regulations-agent: KeyError: 'bug'"),
    ],
)
def test_each_failure_has_its_code(
    capsys: pytest.CaptureFixture[str], error: Exception, code: int, said: str
):
    assert explain(error, debug=False) == code
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and shown.out == ""


@pytest.mark.parametrize(
    ("given", "debug", "rest"),
    [
        (["ask", "x"], False, ["ask", "x"]),
        (["ask", "--debug", "x"], True, ["ask", "x"]),
        (["ask", "--", "--debug"], False, ["ask", "--", "--debug"]),
        (["--debug", "ask", "--", "--debug"], True, ["ask", "--", "--debug"]),
    ],
)
def test_debug_is_taken_from_before_two_dashes(given: list[str], debug: bool, rest: list[str]):
    assert take_debug(given) == (debug, rest)
