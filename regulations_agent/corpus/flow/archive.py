"""Zip archives from users: members read within limits, never unpacked to a folder."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Self

from regulations_agent.errors import DocumentError

MEMBERS = 10_000
MEMBER_BYTES, TOTAL_BYTES = 64 << 20, 192 << 20
"""Unpacked; a document of a thousand pages has some 20 MB."""
RATIO, RATIO_FROM = 250, 4 << 20
"""Times its packed size that a member of so many bytes may grow; the XML of Word grows some twentyfold."""
_ENCRYPTED = 0x1


class Archive:
    """The members of a zip file by name."""

    def __init__(self, data: bytes, name: str) -> None:
        """Raises DocumentError when the file is no whole zip."""
        self._name, self._left = name, TOTAL_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise DocumentError(
                f"{name} is truncated or damaged (its zip directory cannot be read); fetch or save it again."
            ) from error
        self.names = frozenset(self._zip.namelist())
        if len(self.names) > MEMBERS:
            raise DocumentError(f"{name} holds {len(self.names):,} parts; a document has some dozens.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def read(self, member: str) -> bytes:
        """The member unpacked; raises DocumentError when it is absent, damaged, encrypted or too large."""
        try:
            info = self._zip.getinfo(member)
            if info.flag_bits & _ENCRYPTED:
                raise DocumentError(f"{self._name} is encrypted; save it without a password and try again.")
            with self._zip.open(info) as part:
                data = part.read(min(MEMBER_BYTES, self._left) + 1)
        except KeyError as error:
            raise DocumentError(f"{self._name} is damaged ({member} is missing); save it again.") from error
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
            raise DocumentError(
                f"{self._name} is damaged ({member} cannot be unpacked); save it again."
            ) from error
        grown = len(data) > RATIO_FROM and len(data) > RATIO * max(info.compress_size, 1)
        if grown or len(data) > min(MEMBER_BYTES, self._left):
            raise DocumentError(
                f"{self._name} unpacks {info.compress_size:,} bytes of {member} to {len(data):,} or more, as "
                "no rulebook does; it was left out."
            )
        self._left -= len(data)
        return data
