"""What each part of the answer core earns: questions asked without it, and which answers are lost and won.

    python -m benchmarks.ablations INDEXES OUT [PART...]

INDEXES holds an index of each book, by the name that a question's `book` gives (`fia` for FIA books,
`sample`, `fsae`). OUT gets `whole.json` and a file for each PART (all of `PARTS` where none is named): which
questions were answered right; what lies there already is not asked again. One round, each part in a process
of its own, for parts are switched off in the modules that use them.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import comb
from multiprocessing import get_context
from pathlib import Path

from benchmarks.strangers import asked

QUESTIONS = Path(__file__).parents[1] / "eval" / "questions"
STRANGERS = ("fresh_choose", "fresh_fit", "short_choose", "short_fit", "fia_unseen")
KNOWN = (
    "sample", "fia_second", "fia_third", "fia_fourth", "fia_fifth", "fia_short", "fia_comparison",
    "fia_summaries", "fsae_second", "fsae_short",
)  # fmt: skip
NEVER = re.compile(r"(?!)")
Part = Callable[[], None]
Rows = Mapping[str, bool]


def switched(place: str, *names: str, by: object) -> Part:
    """Puts `by` for functions or constants of a module, wherever they were imported."""

    def switch() -> None:
        home = import_module(f"regulations_agent.{place}")
        for name in names:
            before = getattr(home, name)
            users = [m for key, m in sys.modules.items() if key.startswith("regulations_agent")]
            for module in users:
                if getattr(module, name, None) is before:
                    setattr(module, name, by)

    return switch


def of(value: object) -> Callable[..., object]:
    return lambda *_, **__: value


UNDERSTANDING, CHOOSING, DRAFTING = (
    f"reasoning.{room}" for room in ("understanding", "choosing", "drafting")
)
PARTS: Mapping[str, Sequence[Part]] = {
    "form": (
        switched(f"{UNDERSTANDING}.intent", "_plain", by=of(("general", "open", 0.55, ""))),
        switched(f"{UNDERSTANDING}.intent", "_PENALTY", "_DEFINE", "_STILL", "_LIST", by=NEVER),
    ),
    "kind of value": (switched(f"{UNDERSTANDING}.want", "kind_fit", by=of(0.0)),),
    "ranges and places": (
        switched(f"{UNDERSTANDING}.want", "margins", "positions", by=of(())),
        switched(f"{CHOOSING}.select", "has_column_of", by=of(False)),
    ),
    "synonyms": (switched("retrieval.synonyms", "written_for", by=of(())),),
    "word forms": (switched("retrieval.synonyms", "forms_of", by=of(frozenset())),),
    "spelling": (switched("retrieval.spelling", "slips", by=of({})),),
    "newest first": (
        switched(f"{CHOOSING}.evidence", "_newest_first", by=lambda found, *_: found),
        switched(f"{CHOOSING}.evidence", "_favour", by=of(0.0)),
    ),
    "former words": (switched(f"{DRAFTING}.former", "former_draft", by=of(None)),),
    "lists of rules": (switched(f"{DRAFTING}.compiling", "list_draft", by=of(None)),),
    "what was told": (
        switched(f"{DRAFTING}.retold", "nothing_new", by=of(None)),
        switched(f"{DRAFTING}.retold", "news", by=of([])),
    ),
    "pointers": (switched(f"{DRAFTING}.picking", "needs_pointers", by=of(False)),),
    "further rules": (switched(f"{CHOOSING}.evidence", "complements", by=of([])),),
    "arithmetic": (switched("reasoning.computing.reckoning", "reckon", by=of(None)),),
}


def ask_without(indexes: Path, out: Path, part: str | None) -> None:
    """Asks every set without a part and keeps which answers were right."""
    for switch in PARTS[part] if part else ():
        switch()
    right = {
        f"{name}/{found.item.id}": bool(found.score.right)
        for name in (*STRANGERS, *KNOWN)
        for found in asked(indexes, QUESTIONS / f"{name}.jsonl", book=name.partition("_")[0])
    }
    out.write_text(json.dumps(right, indent=0), encoding="utf-8")


def compared(whole: Rows, without: Rows, sets: Sequence[str]) -> str:
    """Questions lost and won without a part, and how likely so uneven a split is by chance (sign test)."""
    pairs = [(whole[key], without[key]) for key in whole if key.partition("/")[0] in sets and key in without]
    lost, won = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    tail = sum(comb(lost + won, n) for n in range(min(lost, won) + 1)) / 2 ** (lost + won)
    return f"-{lost} +{won} of {len(pairs)} (p {min(1.0, 2 * tail):.3f})"


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("indexes", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for part in (None, *(given.parts or PARTS)):
        file = given.out / f"{(part or 'whole').replace(' ', '_')}.json"
        if not file.exists():
            process = get_context("spawn").Process(target=ask_without, args=(given.indexes, file, part))
            process.start()
            process.join()
        if part and file.exists():
            whole, without = (json.loads(f.read_text()) for f in (given.out / "whole.json", file))
            told = (compared(whole, without, sets) for sets in (STRANGERS, KNOWN))
            sys.stdout.write(f"{part}: strangers' {next(told)}, known {next(told)}\n")


if __name__ == "__main__":
    main()
