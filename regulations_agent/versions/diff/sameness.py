"""Whether two wordings that are shown beside each other say the same: told from these wordings alone."""

from __future__ import annotations

import re

from regulations_agent.types.document import Reference
from regulations_agent.versions.diff.difference import Run, runs
from regulations_agent.versions.diff.wording import Word, bare, is_list_mark, words_of

_NUMBER = r"(?:[A-Z]{1,2}\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)*|\d+(?=[).,;\s]))(?:\.?[a-z]+\)?)*(?:[ivx]+\))*"
_PRINTED = re.compile(
    rf"\(?(?:see\s+)?\b(?:Articles?|Appendix|Section)\s+{_NUMBER}(?:(?:,|\s+(?:and|or|to))\s+{_NUMBER})*"
    r"(?:\s+of\s+the\s+[A-Z]\w+\s+Regulations)?\)?|\b[A-Z]\d+(?:\.\d+)+\w*"
)
"""References as printed: where they point is no wording."""
_LISTED = "a an the this that these those such which who he she it they him her them its their"
_FORM = frozenset(["", *_LISTED.split()])
"""Words that say nothing of their own, and what is no word; `or`, `from`, `if` are such as do."""


def unchanged(old: str, new: str) -> str:
    """The line that says so, in Markdown; empty where the wordings differ in a figure, duty or telling word.

    `word for word` is said only of texts that are equal but for white space.
    """
    if "".join(old.split()) == "".join(new.split()):
        return "**Unchanged** - both say the same, word for word:"
    if all(run.same or _is_form(run) for run in runs(plain_words(old), plain_words(new))):
        return "**Unchanged** in substance - only small words, capitals or references differ:"
    return ""


def only_references(old: str, new: str) -> bool:
    """The wordings differ, and in nothing but references as printed."""
    changed = [run for run in runs(plain_words(old), plain_words(new)) if not run.same]
    return bool(changed) and all("§" in word.key for run in changed for word in (*run.old, *run.new))


def _is_form(run: Run) -> bool:
    """Its words are articles, pronouns, marks and references."""
    read = (word for word in (*run.old, *run.new) if "§" not in word.key and not is_list_mark(word.text))
    return all(bare(word.key) in _FORM for word in read)


def plain_words(text: str) -> list[Word]:
    """Words whose capitals do not count, each reference one word that says nothing."""
    printed = dict.fromkeys(match.group().strip() for match in _PRINTED.finditer(text))
    references = [Reference("", 1, words, ()) for words in printed]
    return [Word(word.key.lower(), word.text) for word in words_of(text, references)]
