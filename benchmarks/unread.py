"""Lines within the clauses of many books that begin as numbers would, and were not read as such.

    python -m benchmarks.unread FOLDER [--least 8]

Reads the rulebooks that lie in FOLDER and lists, book by book and most frequent first, the shapes of such
line starts (`A 9.9.9`, `(a)`, `9.`) with three places each. A number that is printed twice in one place shows
its own in its text by design; the rest are footnotes, wrapped references, or kinds of numbering that the
reader does not know yet. Nobody has to have written down what is right, so any book will do.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from regulations_agent.corpus.read import read_document
from regulations_agent.errors import DocumentError

NUMBER = re.compile(
    r"(?:(?:[A-Z]{1,4}[ .-]?)?\d{1,3}(?:[.–-]\d{1,3})+[a-z]?[.)]?|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4}|[A-Z])[.)]"
    r"|§\s?\d[\d.]*|(?:[A-Z][a-z]{3,8}|[A-Z]{4,9})\s\d{1,4}[.:])(?=\s+\S)"
)
Places = dict[str, list[tuple[int, str, str]]]
"""Page, number of the clause and start of the line, by shape."""


def shape(number: str) -> str:
    """`T 13.3.1` -> `A 9.9.9`, `(iv)` -> `(a)`."""
    return re.sub(r"\d+", "9", re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", number)))


def unread(path: Path) -> Places:
    """The lines of a book; empty where it cannot be read."""
    found: Places = defaultdict(list)
    try:
        clauses = read_document(path).clauses
    except DocumentError as error:
        sys.stderr.write(f"{error}\n")
        return found
    for clause in clauses:
        for line in clause.text.split("\n"):
            if number := NUMBER.match(line):
                found[shape(number[0])].append((clause.page, clause.number, line[:80]))
    return found


def main(paths: Sequence[Path], least: int) -> None:
    """Prints each shape that a book has so often at least."""
    with ProcessPoolExecutor() as pool:
        books = zip(paths, pool.map(unread, paths), strict=True)
        rows = [
            (len(v), path.name, k, v) for path, found in books for k, v in found.items() if len(v) >= least
        ]
    for count, name, kind, places in sorted(rows, key=lambda row: (-row[0], *row[1:3])):
        sys.stdout.write(f"{count:5} {kind:12} {name}\n")
        for page, number, line in places[:3]:
            sys.stdout.write(f"      page {page}, {number[-40:]}: {line}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--least", type=int, default=8, metavar="N", help="lines of a shape from which it is told"
    )
    given = parser.parse_args()
    main(sorted(path for path in given.folder.iterdir() if path.is_file()), given.least)
