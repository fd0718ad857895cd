"""Which tools a round uses, and with which arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regulations_agent.index.words.lexical import stem
from regulations_agent.language.words import FUNCTION_WORDS, tokens
from regulations_agent.reasoning.choosing.select import Ranked
from regulations_agent.reasoning.comparing.onesided import only_side
from regulations_agent.reasoning.understanding.books import compared, since_last_season
from regulations_agent.reasoning.understanding.breach import breach_of
from regulations_agent.reasoning.understanding.parts import form_of, parts_of, subjects_of
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.types.document import Document
from regulations_agent.types.run import Feedback, Filters, Intent, ResultOf, Strategy, ToolCall

HOME: Mapping[Intent, str] = {
    "search": "regulation_search",
    "summary": "regulation_summary",
    "general": "general_rag",
    "comparison": "regulation_comparison",
    "penalty": "penalty_lookup",
    "out_of_scope": "out_of_scope_handler",
}
_OTHER: Mapping[str, str] = {
    "regulation_search": "general_rag",
    "general_rag": "regulation_search",
    "penalty_lookup": "regulation_search",
    "regulation_summary": "regulation_search",
    "regulation_comparison": "regulation_search",
}
Args = dict[str, object | ResultOf]


def arguments(tool: str, reading: Reading, query: str, pair: tuple[Document, Document] | None = None) -> Args:
    """What a tool is called with for a question; fields left open are not given."""
    clause = reading.numbers[0] if reading.numbers else None
    args: Args = (
        {} if tool in ("out_of_scope_handler", "regulation_comparison") else _filter_args(reading.filters)
    )
    if tool == "out_of_scope_handler":
        return {"question": query}
    if tool == "regulation_comparison":
        args |= {"topic": reading.subject if query == reading.query else query}
        if pair:
            args |= {"old": pair[0].id, "new": pair[1].id}
    elif tool == "regulation_summary":
        args |= {"topic": query}
    elif tool == "penalty_lookup":
        args |= {"breach": breach_of(query)}
    else:
        args |= {"query": query}
    if tool == "general_rag":
        return args | ({"term": reading.ask.term} if reading.ask.term else {})
    return args | ({"clause": clause} if clause else {})


def first_calls(
    reading: Reading, offered: Sequence[str], documents: Sequence[Document], section: str | None
) -> tuple[ToolCall, ...]:
    """The calls of round 1 for a question about the rules."""
    ask = reading.ask
    names = [HOME[ask.intent]]
    pair = compared(reading.named, documents, section) if ask.intent == "comparison" else None
    lone = only_side(reading.named, documents, section) if ask.intent == "comparison" else None
    if ask.intent == "comparison" and (pair is None or lone):
        names, pair = ["regulation_search"], None
    if ask.form == "still" and (pair := since_last_season(reading.named, documents, section)) is not None:
        names.append(HOME["comparison"])
    if ask.form == "penalty" or ask.intent == "general":
        names.append("regulation_search")
    names = [n for n in dict.fromkeys(names) if n in offered] or [n for n in offered if n in _OTHER][:1]
    calls = [(n, arguments(n, reading, reading.query, pair)) for n in names]
    if lone is not None:
        calls = [(n, {**args, "query": reading.subject, **_filter_args(lone)}) for n, args in calls]
    if pair is None and ask.form not in ("summary", "list", "clause"):
        calls += [c for c in _part_calls(reading, offered) if c not in calls]
        calls += _sanction_calls(reading, offered, calls)
    return number_calls(calls, 1)


def _part_calls(reading: Reading, offered: Sequence[str]) -> list[tuple[str, Args]]:
    """A search for each question of a message that holds several."""
    parts = parts_of(reading.query)
    if len(parts) == 1 or HOME["search"] not in offered:
        return []
    args = _filter_args(reading.filters)
    return [(HOME["search"], args | {"query": subject}) for subject in subjects_of(parts)]


def _sanction_calls(
    reading: Reading, offered: Sequence[str], calls: Sequence[tuple[str, Args]]
) -> list[tuple[str, Args]]:
    """Of a message that asks for a rule and what its breach costs: the sanctions that hang on the rule."""
    forms = {form_of(part) for part in parts_of(reading.query)}
    place = next((n for n, (tool, _) in enumerate(calls, 1) if tool == HOME["search"]), None)
    if len(forms) < 2 or "penalty" not in forms or HOME["penalty"] not in offered or place is None:
        return []
    args = arguments(HOME["penalty"], reading, reading.query)
    return [
        (HOME["penalty"], {k: v for k, v in args.items() if k != "clause"} | {"rule": found_by(place, 1)})
    ]


def next_calls(
    reading: Reading, feedback: Feedback, offered: Sequence[str], best: Ranked | None
) -> tuple[tuple[ToolCall, ...], str]:
    """The calls of a later round, different from those before, and the query they use.

    What stands around the `best` rule; another tool, asked for what that rule leaves unsaid; several tools.
    """
    if feedback.strategy == "REFINE_QUERY" and best is not None and HOME["search"] in offered:
        query = _headed(reading, best)
        args = arguments(HOME["search"], reading, query) | {"around": best.rule.root.id}
        return number_calls([(HOME["search"], args)], feedback.round), query
    query = _unsaid(reading, best)
    if feedback.strategy == "MULTI_TOOL_ORCHESTRATION" and (
        calls := _in_turn(reading, feedback, offered, query)
    ):
        return number_calls(calls, feedback.round), query
    names = [n for n in _tools(feedback) if n in offered] or [n for n in offered if n in _OTHER][:1]
    sides = next((c.args for p in feedback.plans for c in p.calls if c.tool == HOME["comparison"]), {})
    calls = [
        (n, arguments(n, reading, query) | {k: sides[k] for k in ("old", "new") if n == HOME["comparison"]})
        for n in names
        if n != HOME["comparison"] or sides
    ]
    calls = calls or [("regulation_search", arguments("regulation_search", reading, query))]
    return number_calls(calls, feedback.round), query


def _tools(feedback: Feedback) -> list[str]:
    """The same again, one that was not used yet, or two side by side."""
    if feedback.strategy == "REFINE_QUERY":
        return list(dict.fromkeys(c.tool for c in feedback.plans[-1].calls))
    if feedback.strategy == "MULTI_TOOL_ORCHESTRATION":
        return [HOME["search"], HOME["summary"]]
    used = [call.tool for plan in feedback.plans for call in plan.calls]
    others = (_OTHER.get(used[-1] if used else "", HOME["search"]), HOME["general"], HOME["penalty"])
    return [n for n in others if n not in used][:1] or [HOME["search"]]


def _in_turn(
    reading: Reading, feedback: Feedback, offered: Sequence[str], query: str
) -> list[tuple[str, Args]]:
    """A search and, beside a summary, a second tool on the clause that the search finds: what hangs on it is
    evidence that no words lead to. Nothing where the tools for it are not offered.

    The search leads a comparison to the newer side; a breach to its sanction; any other question to the
    clauses that its rule refers to.
    """
    search = HOME["search"]
    then = {"comparison": HOME["comparison"], "penalty": HOME["penalty"]}.get(reading.ask.intent, search)
    if search not in offered or then not in offered:
        return []
    first, second = arguments(search, reading, query), arguments(then, reading, query)
    if then == HOME["comparison"]:
        sides = next((c.args for p in feedback.plans for c in p.calls if c.tool == then), None)
        if sides is None:
            return []
        second |= {side: sides[side] for side in ("old", "new")}
    calls = [(search, first), (then, second | {"rule": found_by(1, feedback.round)})]
    beside = HOME["summary"]
    return [*calls, (beside, arguments(beside, reading, query))] if beside in offered else calls


def found_by(call: int, round: int) -> ResultOf:
    """The best clause of the n-th call of a round, as an argument of another call."""
    return ResultOf(f"r{round}c{call}", "clause_ids", 0)


def number_calls(calls: Sequence[tuple[str, Args]], round: int) -> tuple[ToolCall, ...]:
    return tuple(
        ToolCall(f"r{round}c{n}", tool, args, round) for n, (tool, args) in enumerate(calls, start=1)
    )


def combination(strategy: Strategy | None) -> str:
    """In words, for the plan's reason."""
    words = {
        "REFINE_QUERY": "asks again around the best rule found",
        "SWITCH_TOOL": "tries another tool",
        "MULTI_TOOL_ORCHESTRATION": "asks several tools",
    }
    return words[strategy] if strategy else "first try"


def _filter_args(filters: Filters) -> Args:
    fields = {
        "season": filters.season,
        "section": filters.section,
        "issue": filters.issue,
        "as_of": filters.as_of,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _headed(reading: Reading, best: Ranked) -> str:
    """The question with the headings that the best rule stands under: words that the rulebook itself uses."""
    return " ".join(dict.fromkeys([reading.query, *best.rule.path[-2:]]))


def _unsaid(reading: Reading, best: Ranked | None) -> str:
    """The words of the subject that the best rule does not hold; all of them where it holds all."""
    weights = reading.want.weights
    held = best.best.words if best else frozenset()
    typed = [
        t for t in dict.fromkeys(tokens(reading.query)) if t not in FUNCTION_WORDS and stem(t) in weights
    ]
    left = [t for t in typed if stem(t) not in held]
    return " ".join(left or typed) or reading.query
