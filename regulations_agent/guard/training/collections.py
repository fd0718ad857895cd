"""Public collections of attacks and of harmless prompts: where they come from, and their texts as examples.

Nothing of them is in this repository: `data/collections.toml` names repository, commit, files, hashes and
licences; who trains or measures has them in a folder, `<owner>+<name>/<path>` each.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from regulations_agent.errors import UsageError

ORIGINS = Path(__file__).parents[1] / "data" / "collections.toml"
Use = Literal["train", "choose", "last"]
HARMLESS, ATTACK = "harmless", "attack"


@dataclass(frozen=True, slots=True)
class Collection:
    """One table of `data/collections.toml`."""

    name: str
    repository: str
    """`owner/name` at GitHub."""
    commit: str
    licence: str
    label: str
    """`harmless` or `attack`."""
    use: Use
    """Trained on; chose among trainings; or measured once, at the end."""
    files: Mapping[str, str]
    """The sha256 by path."""
    column: str = ""
    """That holds the text in each row; empty for files of one text a line."""
    rows: str = ""
    """In a `.json` file: the key of their list, or `lines` for one object a line; empty for a list."""
    only: Mapping[str, object] = field(default_factory=dict)
    """Fields and the values that a row must have."""
    fill: Mapping[str, str] = field(default_factory=dict)
    """What stands for the places to fill in."""
    share: float = 1.0
    """Of its texts, by their hashes, that are of this use."""

    @property
    def maker(self) -> str:
        """Who owns the repository."""
        return self.repository.split("/")[0]


def read_collections(*uses: Use, path: Path = ORIGINS) -> tuple[Collection, ...]:
    """Those of these uses, in order; raises UsageError."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))["collection"]
        return tuple(one for one in (Collection(**row) for row in found) if one.use in uses)
    except (OSError, KeyError, TypeError, tomllib.TOMLDecodeError) as fault:
        raise UsageError(f"{path} names no collections ({fault}).") from fault


def texts_of(collection: Collection, folder: Path) -> list[str]:
    """Its different texts, in the order of their hashes; raises UsageError for files that are not those."""
    found: dict[str, None] = {}
    for path, digest in collection.files.items():
        file = folder / collection.repository.replace("/", "+") / path
        try:
            data = file.read_bytes()
        except OSError as fault:
            raise UsageError(
                f"{file} cannot be read ({fault.strerror}): {collection.name} is there."
            ) from fault
        if hashlib.sha256(data).hexdigest() != digest:
            raise UsageError(f"{file} is not what {ORIGINS.name} names: its sha256 differs.")
        found |= dict.fromkeys(_filled(text, collection.fill) for text in _texts(data, file, collection))
    kept = ((mark(text), text) for text in found if text.strip())
    return [text for digest, text in sorted(kept) if int(digest[:8], 16) < collection.share * 16**8]


def mark(text: str) -> str:
    """Its sha256: an order that says nothing of it."""
    return hashlib.sha256(text.encode()).hexdigest()


def _filled(text: str, fill: Mapping[str, str]) -> str:
    for place, words in fill.items():
        text = text.replace(place, words)
    return text


def _texts(data: bytes, file: Path, collection: Collection) -> Iterator[str]:
    if not collection.column:
        yield from data.decode().splitlines()
        return
    for row in _rows(data, file, collection.rows):
        if all(row.get(name) == value for name, value in collection.only.items()):
            value = row[collection.column]
            yield from map(str, value if isinstance(value, list) else [value])


def _rows(data: bytes, file: Path, rows: str) -> Iterable[Mapping[str, object]]:
    if file.suffix == ".csv":
        return csv.DictReader(io.StringIO(data.decode(), newline=""))
    if file.suffix == ".jsonl" or rows == "lines":
        return [json.loads(line) for line in data.decode().splitlines() if line.strip()]
    found = json.loads(data)
    return list(found[rows] if rows else found)
