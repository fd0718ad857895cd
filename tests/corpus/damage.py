"""Damages PDFs as broken transfers and hostile hands do, each variant by a seed."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Sequence

_OBJECT = re.compile(rb"\d+ 0 obj\b.*?\bendobj", re.S)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.S)
_NUMBER = re.compile(rb"(?<![\w.#])-?\d+(?:\.\d+)?(?![\w.#])")
_EXTREME = (
    b"0",
    b"-1",
    b"999999999",
    b"-99999999999999999999",
    b"1e400",
    b"0.0000000001",
    b"2147483648",
    b"nan",
)
Damage = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def cut(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """The end is missing; half of the time an end mark is set below what is left."""
    kept = data[: chance.randrange(1, len(data))]
    return kept + chance.choice((b"", b"\nstartxref\n0\n%%EOF\n"))


def flip(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Some bytes are others."""
    out = bytearray(data)
    for _step in range(chance.choice((1, 5, 30, 300))):
        out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def blot(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """A stretch is zeros, noise, missing, or there twice."""
    start = chance.randrange(len(data))
    end = min(len(data), start + chance.choice((16, 512, 8192)))
    part = data[start:end]
    instead = chance.choice((b"\0" * len(part), chance.randbytes(len(part)), b"", part + part))
    return data[:start] + instead + data[end:]


def splice(data: bytes, chance: random.Random, others: Sequence[bytes]) -> bytes:
    """Objects stand where others stood, from this PDF or from another."""
    for _step in range(chance.choice((1, 3, 10))):
        source = chance.choice((data, chance.choice(others)))
        places, pieces = list(_OBJECT.finditer(data)), _OBJECT.findall(source)
        if places and pieces:
            place, piece = chance.choice(places), chance.choice(pieces)
            number = place.group().partition(b" ")[0]
            data = data[: place.start()] + number + b" " + piece.partition(b" ")[2] + data[place.end() :]
    return data


def rewrite(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """What a page paints is changed below its compression: extreme numbers, lost and doubled commands."""
    places = list(_STREAM.finditer(data))
    for place in sorted(chance.sample(places, min(3, len(places))), key=lambda p: -p.start()):
        unpacker = zlib.decompressobj()
        try:
            body = unpacker.decompress(place[1], 1 << 22)
        except zlib.error:
            continue
        packed = zlib.compress(_with_extremes(body, chance))
        data = data[: place.start(1)] + packed + data[place.end(1) :]
    return data


def numbers(data: bytes, chance: random.Random, _: Sequence[bytes]) -> bytes:
    """Numbers of the structure are extreme: sizes, boxes, counts, references."""
    return _with_extremes(data, chance)


DAMAGES: tuple[Damage, ...] = (cut, flip, blot, splice, rewrite, numbers)


def damaged(data: bytes, seed: int, others: Sequence[bytes]) -> bytes:
    """A variant of the PDF; the same for the same seed."""
    return DAMAGES[seed % len(DAMAGES)](data, random.Random(seed), others)


def _with_extremes(data: bytes, chance: random.Random) -> bytes:
    places = list(_NUMBER.finditer(data))
    some = chance.sample(places, min(chance.choice((1, 5, 50)), len(places)))
    for place in sorted(some, key=lambda p: -p.start()):
        data = data[: place.start()] + chance.choice(_EXTREME) + data[place.end() :]
    return data
