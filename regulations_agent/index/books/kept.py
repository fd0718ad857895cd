"""Files beside an index that hold something about each of its documents, by the sha256 of its file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from regulations_agent.errors import IndexDamaged

T = TypeVar("T")


def read_kept(path: Path, kind: type[T]) -> dict[str, T]:
    """What the file holds; empty where there is none. Raises IndexDamaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, kind])  # type: ignore[valid-type]
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise IndexDamaged(f"{path} cannot be read ({error}); mend or remove it.") from error


def write_kept(path: Path, values: Mapping[str, object]) -> None:
    """Whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(values, order="sorted"), indent=1))
    part.replace(path)
