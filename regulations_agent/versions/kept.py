"""Concordances on disk: a pair of documents is matched once, not once in every process."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from regulations_agent.types.document import Clause, Document
from regulations_agent.types.views import ChangeKind
from regulations_agent.versions.alignment.concordance import Concordance, Match
from regulations_agent.versions.alignment.traits import References

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

FOLDER = "concordances"
MOST = 64
"""Files that are kept, those that were written last."""
Side = Sequence[Document]


class _Stored(msgspec.Struct):
    """A concordance by the ids of its clauses."""

    matches: list[tuple[ChangeKind, tuple[str, ...], tuple[str, ...], float, str]]
    names: dict[str, str]


def read(path: Path, clauses: Sequence[Clause], references: References) -> Concordance | None:
    """What was kept; None where nothing was, or it is not what was written."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
        if hashlib.sha256(data).hexdigest().encode() != digest:
            return None
        stored = msgspec.json.decode(data, type=_Stored)
        known = {clause.id: clause for clause in clauses}
        matches = [
            Match(kind, tuple(known[c] for c in old), tuple(known[c] for c in new), confidence, evidence)
            for kind, old, new, confidence, evidence in stored.matches
        ]
    except (OSError, msgspec.DecodeError, KeyError):
        return None
    return Concordance(tuple(matches), stored.names, references)


def write(path: Path, found: Concordance) -> None:
    """Where it cannot be written it is found again the next time."""
    matches = [
        (m.kind, tuple(c.id for c in m.old), tuple(c.id for c in m.new), m.confidence, m.evidence)
        for m in found.matches
    ]
    data = msgspec.json.encode(_Stored(matches, dict(found.names)))
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
        scratch.replace(path)
        for former in sorted(path.parent.glob("*.json"), key=_written, reverse=True)[MOST:]:
            former.unlink(missing_ok=True)


def place(library: Retriever, old: Side, new: Side) -> Path | None:
    """The file of a pair, named by what was read and by the code that matches; None where none are kept."""
    if library.state is None:
        return None
    digest = hashlib.sha256(_code())
    for side in (old, new):
        for document in side:
            record = library.index.records[library.documents.index(document)]
            digest.update(document.id.encode() + hashlib.sha256(record.data).digest())
        digest.update(b"|")
    return library.state / FOLDER / f"{digest.hexdigest()[:40]}.json"


@cache
def _code() -> bytes:
    """Changes with the code that matches, so that a newer one matches again."""
    package = Path(__file__).parent
    return b"".join(path.read_bytes() for path in sorted(package.rglob("*.py")))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
