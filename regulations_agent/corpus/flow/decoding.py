"""Bytes of a text file to characters: byte order mark, what the file declares, UTF-8, then the likeliest."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from charset_normalizer import from_bytes

from regulations_agent.errors import DocumentError

LARGEST = 24 << 20
"""Bytes of text that are read: some forty times the longest rulebook known."""
_CENTRAL = re.compile(r"(?<=[^\W\d_])[\u0100-\u017f]|[\u0100-\u017f](?=[^\W\d_])")
"""A letter that Central European languages have and Western ones lack, in a word."""
ENOUGH = 3
"""Kinds of such letters by which a text is Central European."""
_OTHER_SCRIPTS = ("Cyrillic", "Greek", "Hebrew", "Arabic", "CJK", "Hiragana", "Katakana", "Hangul", "Thai")
SAMPLE = 1 << 17
"""Bytes by which an encoding is judged."""
_LOST_BULLET = re.compile(r"^([ \t]*)\ufffd(?=[ \t]+\S)", re.M)
"""What stands where a program lost the bullets of a list."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes, name: str, declared: str = "") -> tuple[str, tuple[str, ...]]:
    """The text without null characters, and a problem line where letters may be wrong.

    Raises DocumentError for more than `LARGEST` bytes.
    """
    if len(data) > LARGEST:
        raise DocumentError(
            f"{name} is {len(data):,} bytes of text; at most {LARGEST:,} are read; split it, or give the "
            "rulebook alone."
        )
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _cleaned(data[len(mark) :], encoding)
    wide = _wide(data[:SAMPLE])
    if wide:
        return _cleaned(data, wide)
    for encoding in ("utf-8", declared):
        if encoding and _fits(data, encoding):
            return _cleaned(data, encoding)
    text, problems = _cleaned(data, _likeliest(data[:SAMPLE]))
    return text, (*problems, *_doubt(declared))


def _cleaned(data: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    text = data.decode(encoding, errors="replace")
    lost = text.count("\ufffd") - data.count("\ufffd".encode()) * (encoding == "utf-8")
    lines = (f"{lost} characters are no {encoding} and were replaced",) if lost > 0 else ()
    nulls = text.count("\0")
    if nulls:
        lines = (*lines, f"{nulls} null characters were left out")
    text = text.replace("\0", "")
    return (_LOST_BULLET.sub(r"\1•", text) if len(_LOST_BULLET.findall(text)) > 1 else text), lines


def _wide(sample: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is null."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) < 0.3 * len(sample) / 2 or min(even, odd) > 0.1 * max(even, odd):
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True


def _likeliest(sample: bytes) -> str:
    """Damaged UTF-8 stays UTF-8; else what the letters speak for, Western European if that is among it."""
    good = sample.decode("utf-8", errors="ignore")
    bad = sample.decode("utf-8", errors="replace").count("\ufffd")
    if sum(ord(letter) > 127 for letter in good) > 4 * bad:
        return "utf-8"
    best = from_bytes(sample).best()
    if best is None:
        return "cp1252"
    central = len(set(_CENTRAL.findall(str(best)))) >= ENOUGH
    return best.encoding if central or not _is_latin(best.alphabets) else "cp1252"


def _is_latin(alphabets: Sequence[str]) -> bool:
    return not any(script in name for name in alphabets for script in _OTHER_SCRIPTS)


def _doubt(declared: str) -> tuple[str, ...]:
    says = f" (the file says {declared})" if declared else ""
    return (f"the text is not UTF-8{says}; its encoding was guessed, so that some letters may be wrong",)
