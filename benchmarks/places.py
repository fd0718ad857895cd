"""Pages of a book with what was read drawn over them, to be judged by eye.

`python -m benchmarks.places FILE OUT [--count 40] [--seed 0]` takes random pages until COUNT clauses begin
on them, and writes for each a picture (`page-7.png`: each clause framed, its number beside its first line)
and lines to `places.tsv`: page, number, parent's number, heading, first and last words, characters. A place
is right when number, heading, parent, where it begins and where it ends are as printed; a part that is
printed and not listed is wrong as well.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from regulations_agent.corpus.picture import draw_pages
from regulations_agent.corpus.process.sandbox import Limits
from regulations_agent.corpus.read import read_document
from regulations_agent.types.document import Box, Clause, Reading

PIXELS = 1100
"""Width of a picture: small print can be read, and a page takes few tokens."""
COLOURS = ("#c00000", "#0050c0", "#007a33", "#a000a0", "#b06000")


def sampled(reading: Reading, count: int, seed: int) -> list[int]:
    """Random pages in order, until `count` clauses begin on them, of which each page counts ten at most."""
    begin = Counter(clause.page for clause in reading.clauses)
    pages = [page.page for page in reading.pages]
    random.Random(seed).shuffle(pages)
    taken: list[int] = []
    while pages and sum(min(begin[page], 10) for page in taken) < count:
        taken.append(pages.pop())
    return sorted(taken)


def line(clause: Clause, prefix: str) -> str:
    """What the eye compares with the page, tab-separated."""
    text = " ".join(clause.text.split())
    ends = text if len(text) < 160 else f"{text[:75]} ... {text[-75:]}"
    parent = (clause.parent or "").removeprefix(prefix)
    return "\t".join((str(clause.page), clause.number, parent, clause.heading, ends, str(len(clause.text))))


def framed(png: bytes, width: float, boxes: Sequence[tuple[str, Box]]) -> Image.Image:
    """The picture with each box framed, in a colour for each label; the label left of its first box."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    draw, scale = ImageDraw.Draw(picture), picture.width / width
    seen: dict[str, str] = {}
    for label, box in boxes:
        first = label not in seen
        colour = seen.setdefault(label, COLOURS[len(seen) % len(COLOURS)])
        x0, top, x1, bottom = (side * scale for side in (box.x0, box.top, box.x1, box.bottom))
        draw.rectangle((x0 - 2, top - 1, x1 + 2, bottom + 1), outline=colour)
        if first:
            draw.text((max(0, x0 - 4 - draw.textlength(label)), top), label, fill=colour)
    return picture


def main() -> None:
    """Writes the pictures and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    reading = read_document(given.file)
    prefix = f"{reading.document.id}/"
    pages = sampled(reading, given.count, given.seed)
    pictures = draw_pages(given.file, pages, PIXELS, Limits(120.0, 2048))
    for page, picture in zip(pages, pictures, strict=True):
        boxes = [
            (clause.number, box) for clause in reading.clauses for box in clause.boxes if box.page == page
        ]
        framed(picture.png, picture.width, boxes).save(given.out / f"page-{page}.png")
    shown = [clause for clause in reading.clauses if clause.page in pages]
    (given.out / "places.tsv").write_text("".join(line(clause, prefix) + "\n" for clause in shown))
    sys.stdout.write(f"{len(shown)} places on {len(pages)} of {len(reading.pages)} pages, ")
    sys.stdout.write(f"{reading.style}, sure {reading.sure:.2f}\n")


if __name__ == "__main__":
    main()
