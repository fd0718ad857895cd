"""The parts of a sentence: where it may be cut, and what is left between parts that go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from regulations_agent.language.words import FUNCTION_WORDS

Spans = list[tuple[int, int]]
_JOINT = re.compile(
    r"\s+(?:and then|and also|and|then|but first|but)\s+|[:;]\s+|\s+[-\u2013\u2014]+\s+|\n+"
    r"|,\s+(?:(?:and|then|but) )?",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"\s+(?=[(\[{])|(?<=[)\]}])\s+")
_CAPITAL = re.compile(r"(?<=[a-z0-9)\"'\u201d?])\s+(?=[A-Z][a-z]+\s[a-z])")
"""Where a new sentence may begin without a sign before it."""


def pieces(text: str) -> list[str]:
    """The parts of a sentence, in each way in which it can be cut."""
    return [text[start:end] for spans in cuts(text) if len(spans) > 1 for start, end in spans]


def cuts(sentence: str) -> list[Spans]:
    """Where its parts stand: cut at brackets, before a new sentence without a sign, and at its joints."""
    ways = (_BRACKET.finditer(sentence), _capitals(sentence), _JOINT.finditer(sentence))
    return [_spans(sentence, joints) for joints in ways]


def between(sentence: str, spans: Spans, goes: Callable[[str], bool]) -> list[str]:
    """What stands before, between and after the parts that go, joints and all."""
    found: Spans = []
    for start, end in spans:
        if goes(sentence[start:end]):
            found.append((end, end))
        elif found and found[-1][1] > found[-1][0]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return [sentence[start:end] for start, end in found if end > start]


def _capitals(sentence: str) -> list[re.Match[str]]:
    """Capitals that begin a sentence rather than a name: not after a name, `the` or `of`."""
    return [
        found
        for found in _CAPITAL.finditer(sentence)
        if (before := sentence[: found.start()].split()[-1]).lower() not in FUNCTION_WORDS
        and not before[0].isupper()
    ]


def _spans(sentence: str, joints: Iterable[re.Match[str]]) -> Spans:
    """The spans between joints that hold more than spaces."""
    edges = [0, *(edge for joint in joints for edge in joint.span()), len(sentence)]
    spans = zip(edges[::2], edges[1::2], strict=True)
    return [(start, end) for start, end in spans if sentence[start:end].strip()]
