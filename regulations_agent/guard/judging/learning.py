"""What the guard learns: violations, a person's corrections, and insights over both, in plain files."""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import IO, Literal
from uuid import uuid4

import numpy as np

from regulations_agent.guard.judging.verdict import Opinion
from regulations_agent.guard.texts.mask import masked
from regulations_agent.guard.texts.normal import folded
from regulations_agent.index.vectors.embedder import Embedder, Vectors
from regulations_agent.types.answer import GuardVerdict

TOP, NEAR = 3, 0.69
"""Corrections that raise a score together, and the cosine from which one counts."""
SAME = 0.95
"""Cosine from which a text counts as one that a person allowed; nearer than an attack could hide."""
KEPT_TEXT = 500
"""Characters of a violation that are kept."""
STALE_SECONDS = 60
"""How far `insights.json` may lag behind violations that come in."""
Word = Literal["allow", "deny"]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said about a text."""

    time: str
    word: Word
    text: str


@dataclass(frozen=True, slots=True)
class Insights:
    """Violations in numbers."""

    time: str
    total: int
    distribution: Mapping[str, int]
    """By category, most first."""
    days: Mapping[str, int]
    """By day, oldest first."""
    trend: float
    """Violations a day of the last seven days, over those of the seven before; 0 without any before."""
    corrections: Mapping[str, int]


class Learned:
    """The files of one folder; shared by processes: each line is one write, changes are seen at once."""

    def __init__(
        self, folder: Path, override: float = 0.85, *, keep_text: bool = True, days: float | None = None
    ) -> None:
        """`days`: age at which violations are deleted, when a new one is noted; None: never."""
        self.folder, self.override, self.keep_text, self.days = folder, override, keep_text, days
        self._stamp: tuple[int, int] | None = None
        self._corrections: tuple[Correction, ...] = ()
        self._vectors: dict[str, Vectors] = {}

    def correct(self, text: str, word: Word) -> Correction:
        """Keeps a person's word about a text; the last one about it counts."""
        said = Correction(_now(), word, masked(text))
        self._append(self.folder / "corrections.jsonl", asdict(said))
        return said

    def note(self, verdict: GuardVerdict, text: str, owner: str | None = None) -> None:
        """Keeps a violation: time, owner, category, score, decision, and its text or the text's hash."""
        told = {"text": masked(text[:KEPT_TEXT])} if self.keep_text else {}
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
        line = {"time": _now(), "owner": owner or "", **asdict(verdict), "sha256": digest, **told}
        self._append(self.folder / f"violations_{datetime.now(UTC):%Y%m%d}.jsonl", line)
        self._expire()
        if self._is_stale(self.folder / "insights.json"):
            self.insights()

    def violations_of(self, owner: str | None) -> list[dict[str, object]]:
        """The lines that are an owner's, oldest first."""
        lines = (line for path in self._logs() for line in _lines(path))
        return [{**line} for line in lines if line.get("owner", "") == (owner or "")]

    def forget(self, owner: str | None) -> int:
        """Takes an owner's lines out of every file, counts the insights anew, and gives their number."""
        taken = sum(_without(path, owner or "") for path in self._logs())
        if taken:
            self.insights()
        return taken

    def corrections(self) -> tuple[Correction, ...]:
        """The last word about each text, oldest first."""
        path = self.folder / "corrections.jsonl"
        stamp = (path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else (0, 0)
        if stamp != self._stamp:
            found = map(_correction, _lines(path))
            self._corrections = tuple({_key(said.text): said for said in found if said}.values())
            self._stamp = stamp
        return self._corrections

    def word_about(self, text: str) -> Word | None:
        """What a person said about just this text; None when nobody did."""
        said = self.corrections()
        return next((c.word for c in said if _key(c.text) == _key(text)), None) if said else None

    def adjusted(self, text: str, opinion: Opinion, embedder: Embedder | None) -> Opinion:
        """The opinion with what people said about this text, or about texts like it."""
        said = self.corrections()
        if not said:
            return opinion
        if (word := self.word_about(text)) is not None:
            return Opinion(1.0 if word == "deny" else 0.0, opinion.category)
        if embedder is None:
            return opinion
        near = self._likeness(text, said, embedder)
        allowed = max((like for c, like in near if c.word == "allow"), default=0.0)
        denied = sorted((like for c, like in near if c.word == "deny" and like >= NEAR), reverse=True)[:TOP]
        if allowed >= SAME and allowed >= max(denied, default=0.0):
            return Opinion(0.0, opinion.category)
        if denied and denied[0] >= self.override:
            return Opinion(max(opinion.score, round(denied[0], 4)), opinion.category)
        raised = opinion.score + (1 - opinion.score) * sum(like - NEAR for like in denied)
        return Opinion(round(min(1.0, raised), 4), opinion.category)

    def insights(self) -> Insights:
        """Counted anew from the files, and written to `insights.json`."""
        lines = [
            line for path in self._logs() for line in _lines(path) if {"time", "category"} <= line.keys()
        ]
        days = Counter(str(line["time"])[:10] for line in lines)
        words = Counter(said.word for said in self.corrections())
        found = Insights(
            _now(),
            len(lines),
            dict(Counter(str(line["category"]) for line in lines).most_common()),
            dict(sorted(days.items())),
            _trend(days),
            dict(sorted(words.items())),
        )
        if lines or words:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            scratch = self.folder / f"insights.{uuid4().hex}.tmp"
            scratch.write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
            scratch.replace(self.folder / "insights.json")
        return found

    def _logs(self) -> list[Path]:
        """The files of violations, oldest first."""
        return sorted(self.folder.glob("violations_*.jsonl"))

    def _is_stale(self, path: Path) -> bool:
        return not path.is_file() or time() - path.stat().st_mtime > STALE_SECONDS

    def _expire(self) -> None:
        if self.days is None:
            return
        last = datetime.now(UTC) - timedelta(days=self.days)
        for path in self._logs():
            if path.stem < f"violations_{last:%Y%m%d}":
                path.unlink(missing_ok=True)

    def _likeness(
        self, text: str, said: tuple[Correction, ...], embedder: Embedder
    ) -> list[tuple[Correction, float]]:
        missing = [c.text for c in said if c.text not in self._vectors]
        if missing:
            vectors = embedder.embed([folded(one) for one in missing])
            self._vectors |= dict(zip(missing, vectors, strict=True))
        own = embedder.embed([folded(text)])[0]
        return [(c, float(np.sum(self._vectors[c.text] * own))) for c in said]

    def _append(self, path: Path, line: Mapping[str, object]) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("ab", buffering=0) as file, locked(file):
            file.write((json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "replace"))


@contextmanager
def locked(file: IO[bytes]) -> Iterator[None]:
    """The file to ourselves, among processes that ask for it so."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _without(path: Path, owner: str) -> int:
    """Takes an owner's lines out of a file that others may be adding to; gives their number."""
    with path.open("r+b", buffering=0) as file, locked(file):
        lines = file.read().splitlines(keepends=True)
        kept = [line for line in lines if (said := _said(line)) is None or said.get("owner", "") != owner]
        if len(kept) < len(lines):
            file.seek(0)
            file.write(b"".join(kept))
            file.truncate()
        return len(lines) - len(kept)


def _correction(line: Mapping[str, object]) -> Correction | None:
    time, word, text = (line.get(name) for name in ("time", "word", "text"))
    if isinstance(time, str) and isinstance(text, str) and (word == "deny" or word == "allow"):
        return Correction(time, word, text)
    return None


def _key(text: str) -> str:
    return " ".join(folded(text).casefold().split()).rstrip(".!? ")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _lines(path: Path) -> Iterator[dict[str, object]]:
    if path.is_file():
        for line in filter(bytes.strip, path.read_bytes().splitlines()):
            if (said := _said(line)) is None:
                log.warning("a line of %s cannot be read and is left out", path)
            else:
                yield said


def _said(line: bytes) -> dict[str, object] | None:
    """None for a line that a crash or an editor tore."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _trend(days: Mapping[str, int]) -> float:
    today = datetime.now(UTC).date()
    names = [(today - timedelta(days=back)).isoformat() for back in range(14)]
    late, early = sum(days.get(n, 0) for n in names[:7]), sum(days.get(n, 0) for n in names[7:])
    return round(late / early, 2) if early else 0.0
