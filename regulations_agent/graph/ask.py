"""Questions as they are asked: checked against the limits, the corpus and the tools before a run begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from numbers import Integral
from reprlib import repr as short
from typing import TYPE_CHECKING, TypedDict

from regulations_agent.errors import ToolError, UsageError
from regulations_agent.memory.threads import window
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool, FilteredArgs
from regulations_agent.tools.pool import named
from regulations_agent.types.document import Document
from regulations_agent.types.run import Filters, Question, Turn

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

Message = Turn | Mapping[str, str]


KINDS: tuple[tuple[str, type, str], ...] = (
    ("season", Integral, "a year like 2025"),
    ("issue", Integral, "a number like 2"),
    ("section", str, "a name like sporting"),
)
"""What parts of a scope are; programs hand over anything."""


class Scope(TypedDict, total=False):
    """The part of the corpus that is asked for."""

    season: int | None
    section: str | None
    issue: int | None
    as_of: str | None
    """ISO date: what was in force on that day."""


class Options(Scope, total=False):
    """What may be said with a question."""

    tool: str | None
    """Use this tool and no other: routing is off."""
    tool_input: Mapping[str, object] | None
    """The arguments of `tool`; None lets the reasoner fill them."""
    history: Sequence[Message] | None
    """Earlier turns, `Turn` or `{"role": ..., "content": ...}`; None takes those of the thread."""
    thread: str | None
    """Id of the conversation that the question belongs to."""
    fresh: bool
    """Answer without thread, recall, cache or learning."""


def make_question(
    text: str, options: Options, library: Retriever, tools: Mapping[str, AnyTool], settings: Settings
) -> Question:
    """The question of a run; raises `UsageError` that says what came, what is possible and what to do."""
    _only(options, Options)
    return Question(
        text=bounded(text, settings.max_question_chars),
        filters=filters_of(options, library, settings),
        history=window(_history(options.get("history") or (), settings.max_question_chars), settings),
        tool=_tool(options, tools, library),
        tool_input=options.get("tool_input"),
    )


def bounded(text: str, limit: int, name: str = "question") -> str:
    """Words that can be worked with; raises `UsageError` for none and for too many."""
    if not isinstance(text, str):
        raise UsageError(f"The {name} is {short(text)}, which is no text; ask one in words.")
    if not text.strip():
        raise UsageError(f"The {name} is empty; ask one in words.")
    if len(text) > limit:
        raise UsageError(f"The {name} has {len(text):,} characters; {limit:,} are possible: shorten it.")
    return readable(text).strip()


def at_least_one(k: int) -> int:
    """The number of clauses that are wanted; raises `UsageError` for less than one."""
    if k < 1:
        raise UsageError(f"k is {k}; it is the number of clauses to find, 1 or more.")
    return k


def readable(text: str) -> str:
    """The text with a question mark for what UTF-8 cannot hold: half a surrogate pair, a stray byte."""
    return text.encode("utf-8", "replace").decode("utf-8")


def filters_of_scope(scope: Scope, library: Retriever, settings: Settings) -> Filters:
    """`filters_of` of a scope alone; raises `UsageError` for what is no part of one, too."""
    _only(scope, Scope)
    return filters_of(scope, library, settings)


def _only(given: Mapping[str, object], known: type) -> None:
    if unknown := given.keys() - known.__annotations__.keys():
        there = ", ".join(known.__annotations__)
        raise UsageError(f"No option {', '.join(sorted(unknown))}; there are: {there}.")


def filters_of(options: Scope, library: Retriever, settings: Settings) -> Filters:
    """The filters of a scope; raises `UsageError` for one that holds no document."""
    season = options.get("season")
    within: Scope = {**options, "season": settings.season if season is None else season}
    return _filters(within, library)


def _filters(options: Scope, library: Retriever) -> Filters:
    for name, kind, said in KINDS:
        if not isinstance(value := options.get(name), kind | None):
            raise UsageError(f"{short(value)} is no {name}, which is {said}; leave it out for all.")
    documents = tuple(library.documents)
    filters = Filters(
        season=options.get("season"),
        section=_section(options.get("section"), [n for d in documents for n in (d.series, d.section)]),
        issue=options.get("issue"),
        as_of=_day(options.get("as_of")),
    )
    if filters.season is not None and filters.season not in (seasons := {d.year for d in documents}):
        raise UsageError(f"No season {filters.season}; there are: {_listed(seasons)}.")
    if not any(admits(filters, d) for d in documents):
        asked = [
            f"{name} {value}" for name in ("season", "section", "issue") if (value := getattr(filters, name))
        ]
        raise UsageError(
            f"No document for {', '.join(asked)}; there are: {_listed(d.id for d in documents)}."
        )
    return filters


def admits(filters: Filters, document: Document) -> bool:
    """The document is within season, section and issue; `as_of` is left to the search."""
    return document.fits(filters.season, filters.section, filters.issue)


def _section(asked: str | None, there: Sequence[str]) -> str | None:
    if asked is None:
        return None
    by_name = {_name(section): section for section in there}
    if (found := by_name.get(_name(asked))) is None:
        raise UsageError(f"No section {asked!r}; there are: {_listed(dict.fromkeys(there))}.")
    return found


def _name(section: str) -> str:
    return section.strip().casefold().replace(" ", "_").replace("-", "_")


def _day(text: str | None) -> str | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except (ValueError, TypeError) as fault:
        raise UsageError(f"{text!r} is no date; write it like 2025-06-30.") from fault


def _history(messages: Iterable[Message], limit: int) -> tuple[Turn, ...]:
    """Of each turn as much as a question may have."""
    turns = (message if isinstance(message, Turn) else _turn(message) for message in messages)
    return tuple(Turn(turn.role, turn.content[:limit]) for turn in turns)


def _turn(message: Mapping[str, str]) -> Turn:
    role, content = message.get("role"), message.get("content")
    if role not in ("user", "assistant"):
        raise UsageError(f"A turn of the history has the role {role!r}; possible are: user, assistant.")
    return Turn("user" if role == "user" else "assistant", readable(content or ""))


def _tool(options: Options, tools: Mapping[str, AnyTool], library: Retriever) -> str | None:
    name, values = options.get("tool"), options.get("tool_input")
    if name is None:
        if values is not None:
            raise UsageError("There is a tool input but no tool; name the tool too.")
        return None
    try:
        tool = named(name, tools)
    except ToolError as fault:
        raise UsageError(str(fault)) from fault
    if values is not None:
        check_arguments(tool, values, library)
    return name


def check_arguments(tool: AnyTool, values: Mapping[str, object], library: Retriever) -> None:
    """Raises `UsageError` for arguments that do not fit, or that narrow to where no document is."""
    try:
        args = tool.parse(values)
    except ToolError as fault:
        raise UsageError(str(fault)) from fault
    if isinstance(args, FilteredArgs):
        within: Scope = {"season": args.season, "section": args.section}
        _filters(within | {"issue": args.issue, "as_of": args.as_of}, library)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(sorted({str(value) for value in values if value is not None})) or "none"
