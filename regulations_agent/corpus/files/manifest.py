"""The list of official documents: what there is, where it is published, and how to recognise a copy."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from regulations_agent.errors import UsageError

Row = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Source:
    """One published document."""

    season: int
    section: str
    issue: int | None
    published: str | None
    """ISO date."""
    url: str
    sha256_of_copy: str | None = None
    """Of a copy that was at hand when the list was made; the publisher states none."""

    @property
    def book(self) -> str:
        """`2026/sporting`."""
        return f"{self.season}/{self.section}"

    @property
    def name(self) -> str:
        """`2026/sporting@5`, as in clause ids."""
        return self.book if self.issue is None else f"{self.book}@{self.issue}"

    @property
    def file_name(self) -> str:
        """`2026_sporting_issue05.pdf`."""
        issue = "" if self.issue is None else f"_issue{self.issue:02d}"
        return f"{self.season}_{self.section}{issue}.pdf"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The documents that can be fetched, and the only places they may come from."""

    origins: frozenset[str]
    """`https://host` or `https://host:port`; redirects elsewhere are refused."""
    sources: tuple[Source, ...]

    def find(self, name: str) -> tuple[Source, ...]:
        """What a name means: `2026/sporting@5` one issue, `2026/sporting` its newest, `2026` all newest.

        Raises UsageError with the nearest names when nothing is listed under it.
        """
        wanted = name.strip().lower()
        if exact := tuple(s for s in self.sources if s.name == wanted and s.issue is not None):
            return exact
        if newest := newest_of(s for s in self.sources if wanted in (s.book, str(s.season))):
            return newest
        names = [s.name for s in self.sources]
        near = get_close_matches(wanted, names, n=3, cutoff=0.5) or names[:3]
        raise UsageError(
            f"No document {name!r} is listed; there are {len(names)}, for example {', '.join(near)}: "
            "see `regulations-agent corpus list`."
        )


def newest_of(sources: Iterable[Source]) -> tuple[Source, ...]:
    """The newest issue of each rulebook, by date and then by number; in the order given."""
    newest: dict[str, Source] = {}
    for source in sources:
        newest[source.book] = max(newest.get(source.book, source), source, key=_age)
    return tuple(newest.values())


def _age(source: Source) -> tuple[str, int]:
    return source.published or "", source.issue or 0


def load_manifest(path: Path) -> Manifest:
    """Reads `manifest.toml`; raises UsageError when it is missing, malformed, or leads elsewhere."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        manifest = Manifest(frozenset(data["origins"]), tuple(map(make_source, data["document"])))
    except FileNotFoundError:
        raise UsageError(
            f"No list of documents at {path}; run from the project's folder or set REGULATIONS_AGENT_CORPUS."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"The list of documents {path} cannot be read: {error}.") from error
    for url in (*manifest.origins, *(s.url for s in manifest.sources)):
        if not url.startswith("https://") or origin(url) not in manifest.origins:
            raise UsageError(f"The list of documents {path} names {url}, which is outside its https origins.")
    return manifest


def make_source(row: Row) -> Source:
    """Raises KeyError for a missing field and ValueError for one that cannot be."""
    section = str(row["section"])
    if not section.replace("_", "").replace("-", "").isalnum():
        raise ValueError(f"section {section!r} is not a plain word")
    return Source(
        season=int(row["season"]),
        section=section,
        issue=int(row["issue"]) if "issue" in row else None,
        published=cast(str | None, row.get("published")),
        url=str(row["url"]),
        sha256_of_copy=cast(str | None, row.get("sha256_of_copy")),
    )


def origin(url: str) -> str:
    """`https://www.fia.com` of an address on it."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port is not None else ""
    return f"{parts.scheme}://{parts.hostname}{port}"
