"""Runs as a reader of a page would type them: plain characters, single blanks, one run a look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Run
from regulations_agent.corpus.page.glyphs import typed

_BLANKS = re.compile(r"[^\S\n]+")
_LINE_ENDS = re.compile(r" *\n[ \n]*")
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 0xAD, *range(0x202A, 0x202F)), None)
"""Control characters, the soft hyphen, and marks that reorder a line."""


def plain(text: str) -> str:
    """The characters as one would type them, blanks and line ends as they are."""
    if text.isascii() and text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS).split("\n")
    return "\n".join("\t".join(map(typed, line.split("\t"))) for line in lines)


def tidy(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The runs with single blanks, none at the ends; neighbours of one look are one run.

    Between words in force there is one blank where the runs that stay had any, whatever is deleted between.
    """
    out: list[Run] = []
    for run in runs:
        text = _LINE_ENDS.sub("\n", _BLANKS.sub(" ", plain(run.text)))
        if not text:
            continue
        if text[0] in " \n" and (not out or out[-1].text[-1] in " \n" or _blank(out, run)):
            if out and text[0] == "\n" and out[-1].text[-1] == " ":
                out[-1] = replace(out[-1], text=out[-1].text[:-1] + "\n")
            elif out and out[-1].text[-1] not in " \n":
                out[-1] = replace(out[-1], text=out[-1].text + text[0])
            text = text[1:]
        if text and out and _alike(out[-1], run):
            out[-1] = replace(out[-1], text=out[-1].text + text)
        elif text:
            out.append(replace(run, text=text))
        out = [run for run in out if run.text]
    return _trimmed(out)


def _blank(out: list[Run], run: Run) -> bool:
    """The words in force so far end in a blank, so that another would be one too many."""
    if run.state == "deleted":
        return False
    last = next((r for r in reversed(out) if r.state != "deleted"), None)
    return last is None or last.text[-1] in " \n"


def _alike(a: Run, b: Run) -> bool:
    return (a.state, a.bold, a.italic, a.sup) == (b.state, b.bold, b.italic, b.sup)


def _trimmed(runs: list[Run]) -> tuple[Run, ...]:
    while runs and not (last := runs[-1].text.rstrip(" \n")):
        runs.pop()
    if runs:
        runs[-1] = replace(runs[-1], text=last)
    return tuple(runs)


def words(text: str, **look: bool) -> tuple[Run, ...]:
    """One run of plain words."""
    return tidy([Run(text, **look)])  # type: ignore[arg-type]
