"""The front matter that sources of static sites begin with, in Markdown and HTML alike."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from regulations_agent.corpus.flow.blocks import Block, Flow
from regulations_agent.corpus.flow.runs import words

_FRONT = re.compile(
    r"\A(?:---[ \t]*\r?\n(.*?)\n|((?:\w[\w -]*:[ \t]+\S[^\n]*\n)+))(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.S
)
"""YAML between lines of dashes, the first of which some leave out."""
_TOML = re.compile(r"\A\+\+\+[ \t]*\r?\n(.*?\n)\+\+\+[ \t]*(?:\r?\n|\Z)", re.S)
"""What Hugo takes too, between lines of plus signs."""
_ENTRY = re.compile(r"^(\w[\w -]*):[ \t]+(\S.*)$", re.M)
_ABOUT = ("subtitle", "author", "description", "keywords", "subject")
_TITLE_BLOCK = ("subtitle", "author", "date")


def without_front(text: str) -> tuple[dict[str, str], str]:
    """The entries of the front matter, and the text below it."""
    if toml := _TOML.match(text):
        return _toml_strings(toml[1]), text[toml.end() :]
    found = _FRONT.match(text)
    if found is None:
        return {}, text
    entries = _ENTRY.findall(found[1] or found[2] or "")
    return {key.lower(): value.strip().strip("'\"") for key, value in entries}, text[found.end() :]


def _toml_strings(text: str) -> dict[str, str]:
    try:
        entries = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}
    return {key.lower(): value.strip() for key, value in entries.items() if isinstance(value, str)}


def below_front(page: Flow, front: Mapping[str, str]) -> Flow:
    """The page with what the front matter says of it."""
    about = tuple(front[key] for key in _ABOUT if key in front) or page.about
    return Flow(
        (*_title_block(front), *page.blocks),
        front.get("title", page.title),
        about,
        front.get("lang", front.get("language", page.language)),
        page.problems,
    )


def _title_block(front: Mapping[str, str]) -> list[Block]:
    """What is printed above the text where the front matter gives it."""
    title = front.get("title")
    if not title:
        return []
    rest = [Block("paragraph", words(front[key])) for key in _TITLE_BLOCK if front.get(key)]
    return [Block("heading", words(title), 1), *rest]
