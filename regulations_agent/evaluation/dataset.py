"""Question sets: JSON Lines or CSV, read strictly."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Literal

import msgspec
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from regulations_agent.errors import UsageError
from regulations_agent.graph.ask import Options
from regulations_agent.types.run import Turn

SUFFIXES = (".jsonl", ".csv")


class Message(BaseModel):
    """An earlier turn of a follow-up."""

    role: Literal["user", "assistant"]
    content: str


class Source(BaseModel):
    """A document that holds the answer."""

    season: int | None = None
    section: str
    issue: int | None = None


class Item(BaseModel):
    """One question with what is known about its right answer; other columns are passed over."""

    model_config = ConfigDict(extra="allow", frozen=True)

    id: str = Field("", coerce_numbers_to_str=True)
    """Unique in its set; its number in the file when it has none."""
    question: str = Field(validation_alias=AliasChoices("question", "user_input", "input"))
    history: tuple[Message, ...] = ()
    season: int | None = None
    section: str | None = None
    issue: int | None = None
    as_of: str | None = None
    category: str = ""
    kind: str = ""
    """What a struck trap asks; empty means the category."""
    expect: Literal["answer", "abstain", "decline"] = "answer"
    documents: tuple[Source, ...] = ()
    gold_clauses: tuple[str, ...] = ()
    """Clause ids without issue; every one is needed for full recall, one for a hit."""
    alt_clauses: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    """Regular expressions; each must match a right answer."""
    must_not: tuple[str, ...] = ()
    """Regular expressions; none may match."""
    answer: str = Field("", validation_alias=AliasChoices("answer", "reference", "target"))
    """A right answer in words."""

    @field_validator("facts", "must_not")
    @classmethod
    def _patterns(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                re.compile(pattern)
            except re.error as fault:
                raise ValueError(f"{pattern!r} is no regular expression ({fault})") from fault
        return patterns

    @property
    def options(self) -> Options:
        """How the question is asked: on its own, without memory of other questions."""
        return {
            "history": [Turn(turn.role, turn.content) for turn in self.history],
            "season": self.season,
            "section": self.section,
            "issue": self.issue,
            "as_of": self.as_of,
            "fresh": True,
        }


def read_items(path: Path, *, known: bool = False) -> tuple[Item, ...]:
    """The questions of a file, in its order; raises `UsageError` that names the line at fault.

    Of a set that is `known` already an empty question is let be.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{path} is no question set; possible are files in {' and '.join(SUFFIXES)}.")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise UsageError(f"{path} cannot be read ({fault}); give a question set in UTF-8.") from fault
    rows = _csv_rows(text, path) if path.suffix.lower() == ".csv" else _json_rows(text, path)
    items: dict[str, Item] = {}
    for line, row in rows:
        item = _item(row, f"{path}, line {line}", len(items) + 1)
        if not item.question.strip() and not known:
            raise UsageError(f"{path}, line {line}: `question` is empty; ask one in words.")
        if item.id in items:
            raise UsageError(f"{path}, line {line}: the id {item.id!r} is there twice; ids are unique.")
        items[item.id] = item
    if not items:
        raise UsageError(f"{path} holds no questions.")
    return tuple(items.values())


def _item(row: object, place: str, number: int) -> Item:
    try:
        item = Item.model_validate(row)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "line"
        raise UsageError(f"{place}: `{field}`: {first['msg']}.") from fault
    return item if item.id else item.model_copy(update={"id": f"q{number}"})


def _json_rows(text: str, path: Path) -> Iterator[tuple[int, object]]:
    for line, row in enumerate(text.split("\n"), 1):
        if row.strip():
            try:
                yield line, msgspec.json.decode(row)
            except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
                raise UsageError(f"{path}, line {line} is no JSON: {fault}.") from fault


def _csv_rows(text: str, path: Path) -> Iterator[tuple[int, object]]:
    """Rows by column name; an empty cell is a field not given."""
    reader = csv.DictReader(StringIO(text, newline=""))
    try:
        for row in reader:
            yield reader.line_num, {name: cell for name, cell in row.items() if name and cell}
    except csv.Error as fault:
        raise UsageError(f"{path}, after line {reader.line_num}: no CSV: {fault}.") from fault
