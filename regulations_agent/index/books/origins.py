"""Where the files of an index lay when they were read, kept beside it: newer texts replace older ones."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from regulations_agent.index.books.kept import read_kept, write_kept
from regulations_agent.index.vectors.export import file_sha256

FILE = "origins.json"


@dataclass(frozen=True, slots=True)
class Origin:
    """A file as it was read."""

    path: str
    """Absolute, links not followed."""
    printed: str
    """Document id by what the text says of itself, whatever people call it."""


def read_origins(folder: Path) -> dict[str, Origin]:
    """By the sha256 of the file; empty beside an index of before. Raises IndexDamaged."""
    return read_kept(folder / FILE, Origin)


def write_origins(folder: Path, origins: Mapping[str, Origin]) -> None:
    """Whole or not at all."""
    write_kept(folder / FILE, origins)


def placed(path: Path) -> str:
    """How an origin writes a path."""
    return os.path.normpath(path.absolute())


def still_there(digest: str, origin: Origin | None) -> bool:
    """The file that was read has the same bytes yet."""
    if origin is None:
        return False
    try:
        return file_sha256(Path(origin.path)) == digest
    except OSError:
        return False


def former_texts(path: Path, origins: Mapping[str, Origin], held: Collection[str]) -> tuple[str, ...]:
    """The sha256 of what was read from this file before and is held."""
    place = placed(path)
    return tuple(digest for digest in held if digest in origins and origins[digest].path == place)
