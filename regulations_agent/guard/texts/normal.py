"""Texts as the guard reads them: invisible characters dropped, disguises undone; never shown to anybody."""

from __future__ import annotations

import base64
import binascii
import html
import re
import unicodedata
from urllib.parse import unquote

_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁɡքοαερυκινтмкнвАВЕКМНОРСТХІЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdgpoaepukivtmkhbABEKMHOPCTXISABEZHIKMNOPTYX",
)
_LEET = str.maketrans("013457@$", "oieastas")
_TAGS = {0xE0000 + code: code for code in range(0x20, 0x7F)}
"""Tag characters, which no font shows and a model reads as ASCII."""
_FLAGS = {0x1F1E6 + place: 0x61 + place for place in range(26)}
"""Regional indicators, which spell words in flags."""
_MIXED = re.compile(r"\b(?=\w*[A-Za-z])(?=\w*[Ѐ-ӿͰ-Ͽɡԁք])\w+\b")
_SPACED = re.compile(r"(?<!\w)(?:[^\W\d_][ .*_·-]){4,}[^\W\d_](?!\w)")
_LEET_WORD = re.compile(r"(?<![\w.])(?=[^\s]*[a-z])(?=[^\s]*[013457@$])[a-z013457@$]{4,}(?![\w.])", re.I)
_BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{24,}={0,2}(?![\w+/])")
_HEX = re.compile(r"(?<!\w)(?:[0-9a-fA-F]{2}[ ,:]?){16,}(?!\w)")
_ESCAPED = re.compile(r"%[0-9a-f]{2}|\\(?:x[0-9a-f]{2}|u[0-9a-f]{4})|&#(?:\d{2,7}|x[0-9a-f]{2,6});", re.I)
_CODE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))", re.I)
_MARKS = re.compile(r"[\u0300-\u036f]+")


def visible(text: str) -> str:
    """The text composed (NFC), without characters that show nothing, control characters as spaces."""
    text = unicodedata.normalize("NFC", text)
    return "".join(kept for char in text if (kept := _shown(char)))


def _shown(char: str) -> str:
    kind = unicodedata.category(char)
    if kind == "Cc":
        return char if char in "\n\t" else " "
    return "" if kind in ("Cf", "Co", "Cn") or 0xFE00 <= ord(char) <= 0xFE0F else char


def folded(text: str) -> str:
    """For judging only: compatibility forms, tag characters, look-alikes and spaced letters are undone."""
    text = unicodedata.normalize("NFKC", visible(text.translate(_TAGS | _FLAGS)))
    text = _MARKS.sub("", text)
    text = _MIXED.sub(lambda word: word[0].translate(_LOOKALIKES), text)
    return _SPACED.sub(lambda run: re.sub(r"[ .*_·-]", "", run[0]), text)


def readings(text: str) -> tuple[str, ...]:
    """What a text may say, each to be judged: as it stands, digits as letters, what it encodes or escapes."""
    first = folded(text)
    found = [first]
    if len(_LEET_WORD.findall(first)) >= 2:
        found.append(_LEET_WORD.sub(lambda word: word[0].translate(_LEET), first))
    if len(_ESCAPED.findall(text)) >= 3:
        found.append(folded(_unescaped(text)))
    found += [words for run in _BASE64.findall(first) if (words := _base64(run))]
    found += [words for run in _HEX.findall(first) if (words := _readable(bytes.fromhex(_digits(run))))]
    return tuple(dict.fromkeys(found))


def _unescaped(text: str) -> str:
    """Letters that are written as `%69`, `&#105;` or `\\x69` as themselves."""
    return _CODE.sub(lambda code: chr(int(code[1] or code[2], 16)), unquote(html.unescape(text)))


def without_encoded(text: str) -> tuple[str, int]:
    """The text with what hides words in base64 or hex taken out, and how many runs that were."""
    hidden = [run for run in _BASE64.findall(text) if _base64(run)]
    hidden += [run[0] for run in _HEX.finditer(text) if _readable(bytes.fromhex(_digits(run[0])))]
    for run in hidden:
        text = text.replace(run, "\n\n")
    return text, len(hidden)


def _digits(run: str) -> str:
    digits = re.sub(r"[ ,:]", "", run)
    return digits[: len(digits) // 2 * 2]


def _base64(run: str) -> str:
    bare = run.rstrip("=")
    try:
        return _readable(base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True))
    except binascii.Error:
        return ""


def _readable(data: bytes) -> str:
    """The bytes as text; empty when they are none."""
    text = data.decode("utf-8", "replace")
    letters = sum(char.isascii() and (char.isalpha() or char in " .,!?'\n") for char in text)
    return text if len(text) >= 8 and letters >= 0.85 * len(text) else ""
