"""How much of the structure that people wrote down for many rulebooks the reader finds.

`python -m benchmarks.outlines FOLDER [--part PART] [--wrong]` reads the books of `eval/outlines/books.tsv`
(parts: `eval/outlines/README.md`) that lie in FOLDER (name and suffix as listed) and compares each with its
places in `eval/outlines/places.tsv`: the label printed, the heading, the first and last six words of its own
text, and what it stands below, each written by somebody who saw pages, never the reader. A place is right
when all five are. Shares are means over books; `extra` counts clauses between the first and the last place
that people saw none at, for each place. `--wrong` prints each wrong place.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError
from regulations_agent.types.document import Clause

DATA = Path(__file__).parents[1] / "eval" / "outlines"
ALIKE = 0.85
"""Similarity of letters from which words are the same, for hyphens and ligatures differ."""
PARTS = ("known", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
KEYS = ("found", "label", "heading", "parent", "last", "right")
FOOTNOTE = re.compile(r"\n\s?[⁰¹²³⁴-⁹*†‡][\s\S]*$")
"""Notes below a clause, which are no words of its own."""
PARAGRAPH = re.compile(r"/¶\d+$")
SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Place(NamedTuple):
    """A provision or title as people saw it; `page` is None in formats without pages."""

    page: int | None
    label: str
    heading: str
    first: str
    last: str
    parent: str


@dataclass
class Read:
    """A clause as the reader gives it, with its further paragraphs."""

    page: int
    number: str
    parent: str
    heading: str
    text: str


@dataclass
class Verdict:
    """What of a place was found."""

    place: Place
    got: Read | None = None
    told: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(KEYS, False))


def squash(words: str) -> str:
    """Letters and figures only, without accents."""
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", words).lower())


def alike(one: str, other: str) -> bool:
    """The same but for a few letters."""
    if one == other:
        return True
    return bool(one and other) and difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE


def own_number(label: str) -> str:
    """The last step of a label: `a` of `3.1(a)`, 4 of `ARTICLE FOUR`."""
    steps = re.findall(r"[A-Za-z]+|\d+", PARAGRAPH.sub("", label))
    last = steps[-1].lower() if steps else ""
    return str(SPELLED.index(last)) if last in SPELLED else last


def clauses_read(clauses: Sequence[Clause]) -> list[Read]:
    """The clauses, each with the untitled paragraphs that follow it; those elsewhere are left out."""
    out: list[Read] = []
    for clause in clauses:
        parent = (clause.parent or "").partition("/")[2] if clause.parent else ""
        stem = PARAGRAPH.sub("", clause.number)
        if stem != clause.number and not clause.heading and parent == stem:
            if out and PARAGRAPH.sub("", out[-1].number) == stem:
                out[-1].text += " " + clause.text
            continue
        out.append(Read(clause.page, clause.number, parent, clause.heading, FOOTNOTE.sub("", clause.text)))
    return out


def _opens(place: Place, read: Read) -> bool:
    """The clause begins with the words of the place, with or without its label."""
    key = squash(place.heading + place.first)[:50]
    starts = squash(read.heading + read.text)[:80]
    if not key:
        return bool(place.label) and own_number(place.label) == own_number(read.number)
    if len(key) < 6:
        numbered = bool(place.label) and own_number(place.label) == own_number(read.number)
        return starts == key or (numbered and starts.startswith(key))
    keys = (key, squash(place.label + place.heading + place.first)[:50])
    return any(starts.startswith(k) or alike(starts[: len(k)], k) for k in keys)


def _match(place: Place, reads: Sequence[Read], used: set[int], last: int) -> int | None:
    """The clause of the place, nearest behind the one before; of several the one with its number."""
    near = [
        i
        for i, read in enumerate(reads)
        if i not in used and (place.page is None or abs(read.page - place.page) <= 1)
    ]
    near.sort(key=lambda i: (i <= last, abs(i - last)))
    if not squash(place.heading + place.first):
        near = [i for i in near if i > last]
    found = [i for i in near if _opens(place, reads[i])]
    numbered = [i for i in found if own_number(place.label) == own_number(reads[i].number)]
    return next(iter(numbered or found), None)


def _is_named(name: str, read: Read) -> bool:
    """The number of an unnumbered clause is its heading."""
    said, number = squash(name), squash(read.number.rpartition("/")[2])
    return alike(said[:40], number[:40]) or said[:12] in squash(read.number) or "/¶" in read.number


def _stands_below(parent: str, read: Read, reads: dict[str, Read]) -> bool:
    if not parent:
        return not read.parent or squash(read.parent) == "frontmatter"
    above = reads.get(read.parent) or (Read(0, read.parent, "", read.parent, "") if read.parent else None)
    if above is None:
        return False
    if not parent.startswith('"'):
        return own_number(parent) == own_number(above.number)
    titled = alike(squash(parent)[:40], squash(above.heading)[:40])
    return titled or (_is_named(parent, above) and "/¶" not in above.number)


def _judged(place: Place, read: Read, reads: dict[str, Read]) -> dict[str, bool]:
    text, end = squash(read.text), squash(place.last)[-22:]
    told = {
        "found": True,
        "label": own_number(place.label) == own_number(read.number)
        if place.label
        else _is_named(place.heading, read),
        "heading": alike(squash(place.heading), squash(read.heading)),
        "parent": _stands_below(place.parent, read, reads),
        "last": alike(text[-len(end) :], end) if place.first else len(text) <= 3,
    }
    return {**told, "right": all(told.values())}


def judge(clauses: Sequence[Clause], places: Sequence[Place]) -> tuple[list[Verdict], list[Read]]:
    """What of each place was found, and the clauses among them that people saw no place at."""
    reads = clauses_read(clauses)
    by_number = {read.number: read for read in reads}
    used: set[int] = set()
    last, verdicts = -1, []
    for place in places:
        verdict, at = Verdict(place), _match(place, reads, used, last)
        if at is not None:
            used.add(at)
            last, verdict.got = at, reads[at]
            verdict.told = _judged(place, reads[at], by_number)
        verdicts.append(verdict)
    between = range(min(used), max(used)) if used else range(0)
    return verdicts, [reads[i] for i in between if i not in used]


def places_of_books(path: Path = DATA / "places.tsv") -> dict[str, list[Place]]:
    """The places of each book, in printed order."""
    found: dict[str, list[Place]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            page = int(row["page"]) if row["page"].isdigit() else None
            found[row["book"]].append(
                Place(page, row["label"], row["heading"], row["first"], row["last"], row["parent"])
            )
    return found


def books(part: str | None) -> Iterator[str]:
    """The names of the books of a part, of all for None."""
    with (DATA / "books.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if part in (None, row["part"]):
                yield row["book"]


def shares_of(book: str, path: Path, places: Sequence[Place], *, wrong: bool) -> dict[str, float]:
    """What of the book's places was found, 0-1 each; prints it, and with `wrong` what was not."""
    try:
        clauses: Sequence[Clause] = read_document(path).clauses
    except DocumentError as error:
        sys.stderr.write(f"{book}: {error}\n")
        clauses = ()
    verdicts, extra = judge(clauses, places)
    share = {key: mean(v.told[key] for v in verdicts) for key in KEYS} | {"extra": len(extra) / len(verdicts)}
    sys.stdout.write(f"{book:40} {len(verdicts):3} {_said(share, 2)}\n")
    for verdict in verdicts if wrong else ():
        if not verdict.told["right"]:
            missed = [key for key, right in verdict.told.items() if not right]
            sys.stdout.write(f"   {verdict.place} {missed} {verdict.got}\n")
    return share


def _said(share: dict[str, float], figures: int) -> str:
    return " ".join(f"{key} {value:.{figures}f}" for key, value in share.items())


def main() -> None:
    """Prints a line for each book, and the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--wrong", action="store_true")
    given = parser.parse_args()
    places = places_of_books()
    here = [(name, given.folder / name) for name in books(given.part) if (given.folder / name).exists()]
    if not here:
        sys.exit(f"none of the books of {DATA / 'books.tsv'} lies in {given.folder}; fetch them first.")
    shares = [shares_of(name, path, places[name], wrong=given.wrong) for name, path in here]
    means = {key: mean(share[key] for share in shares) for key in shares[0]}
    sys.stdout.write(f"{len(shares)} books: {_said(means, 3)}\n")


if __name__ == "__main__":
    main()
