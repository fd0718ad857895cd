"""From ranked rules to a draft, by the form that the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regulations_agent.answer.text import joined
from regulations_agent.language.words import subject_words, vocabulary
from regulations_agent.reasoning.choosing.chances import least
from regulations_agent.reasoning.choosing.evidence import rank
from regulations_agent.reasoning.choosing.rules import Rule, gather
from regulations_agent.reasoning.choosing.select import Ranked, choices
from regulations_agent.reasoning.comparing.comparing import compare_draft, lost_draft
from regulations_agent.reasoning.comparing.onesided import said_one_sided
from regulations_agent.reasoning.comparing.overview import overview_draft
from regulations_agent.reasoning.computing.reckoning import reckon, with_sources
from regulations_agent.reasoning.drafting.abstaining import (
    Lack,
    absent_numbers,
    abstain,
    answerable,
    support,
    unheard,
    unsearched,
)
from regulations_agent.reasoning.drafting.compiling import list_draft
from regulations_agent.reasoning.drafting.compose import brief, related
from regulations_agent.reasoning.drafting.former import former_draft
from regulations_agent.reasoning.drafting.further import added
from regulations_agent.reasoning.drafting.naming import clause_draft, definition_draft
from regulations_agent.reasoning.drafting.picking import make_picks
from regulations_agent.reasoning.drafting.retold import nothing_new
from regulations_agent.reasoning.drafting.summarising import summary_draft
from regulations_agent.reasoning.notices import at_odds, beside, not_yet, season_kept
from regulations_agent.reasoning.understanding.intent import asked_term
from regulations_agent.reasoning.understanding.parts import ALONE, form_of, parts_of, subjects_of
from regulations_agent.reasoning.understanding.reading import Reading, read_question
from regulations_agent.reasoning.understanding.values import values_of
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause
from regulations_agent.types.run import Draft, Question, ToolResult

_LOST = 0.25
"""Chance of an answer below which a part of an answered message has none: 2 of 188 halves that have one are
below, 13 of 16 that have none."""
_OF_ONE = ("compare", "summary", "list", "define")
"""Forms of which each has a draft of its own for all that is asked."""


def answer(
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    library: Retriever,
    *,
    later: Sequence[ToolResult] = (),
) -> Draft:
    """The best draft that the evidence supports; an abstention when none does.

    `later`: results to add to a brief one from.
    """
    documents = library.searched(reading.query, reading.filters)
    if not ranked and results and not any(result.ok for result in results):
        return unsearched()
    if not ranked:
        return abstain("nothing was found", documents, ())
    if absent := absent_numbers(reading.ask.text, library, reading.filters):
        reason = f"there is no clause {joined(list(absent), 'or')}"
        return abstain(reason, documents, ranked)
    found = support(reading, ranked, library)
    if (half := _one_part(reading, library, found)) is not None:
        return half
    draft = _special(reading, ranked, results, library, found)
    if draft is None:
        if isinstance(found, Lack):
            return abstain(found.reason, documents, ranked, sure=found.sure)
        draft = _brief(reading, ranked, results, later, library, found)
        lead = _leading(draft, ranked)
        told = beside(reading, lead, ranked, documents, library)
        draft = replace(draft, warnings=(*draft.warnings, *told))
        if reading.ask.form == "compare":
            draft = said_one_sided(draft, reading.named, library.documents)
    draft = replace(draft, warnings=(*draft.warnings, *season_kept(reading), *not_yet(reading, library)))
    odds = () if reading.ask.intent == "comparison" else at_odds(draft.citations, library)
    return replace(
        draft,
        related=draft.related or related([r.rule for r in ranked], draft.citations),
        warnings=(*draft.warnings, *odds),
    )


def _one_part(reading: Reading, library: Retriever, whole: float | Lack) -> Draft | None:
    """What answers the one question of a message that the corpus answers, each read by itself, and what is
    left named; None where it answers more of them, or none. Where the corpus answers the message as a whole,
    a part must be far from answered."""
    parts, lacking = parts_of(reading.ask.text), isinstance(whole, Lack)
    if isinstance(whole, Lack) and whole.sure:
        return None
    if len(parts) == 1 or reading.resolved.is_follow_up or reading.ask.form in _OF_ONE:
        return None
    read = [read_question(Question(subject, reading.filters), library) for subject in subjects_of(parts)]
    found = [rank(part, library.search(part.subject, filters=part.filters), library) for part in read]
    border = least("answerable") if lacking else _LOST
    told = [
        bool(rules) and answerable(part, rules, library) >= border
        for part, rules in zip(read, found, strict=True)
    ]
    if sum(told) != 1 or len(set(subject_words(parts[told.index(True)]))) < ALONE:
        return None
    first = told.index(True)
    draft = answer(read[first], found[first], (), library)
    left = [text.strip(" ?.!") for n, text in enumerate(parts) if n != first]
    return replace(draft, warnings=(*draft.warnings, *(f"No rule was found on: {text}." for text in left)))


def _special(
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    library: Retriever,
    found: float | Lack,
) -> Draft | None:
    """Forms that have a draft of their own; None when the question is a plain one or the form finds
    nothing."""
    ask = reading.ask
    if ask.form == "list" and (listed := list_draft(reading, library)) is not None:
        return listed
    if ask.form == "compare" and (draft := overview_draft(results, library)) is not None:
        return draft
    told = (
        bool(reading.numbers)
        or not isinstance(found, Lack)
        or len(unheard(reading, library)) < len(reading.want.weights)
    )
    if (
        ask.form == "compare"
        and told
        and (draft := compare_draft(results, reading.want, library)) is not None
    ):
        return draft
    rules = _summary_rules(results, library) if ask.form == "summary" else []
    if rules and (not isinstance(found, Lack) or _headed(rules, reading.subject)):
        return summary_draft(rules, reading.want)
    if ask.form == "define" and (draft := definition_draft(reading, results, library)) is not None:
        return _with_other_parts(draft, reading, ranked, results, library)
    if reading.numbers and ask.form == "clause":
        return clause_draft(reading, library)
    if (draft := former_draft(reading, ranked, library, lacking=isinstance(found, Lack))) is not None:
        return draft
    return lost_draft(results, reading.want, library) if ask.form == "still" else None


def _brief(
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    later: Sequence[ToolResult],
    library: Retriever,
    chance: float,
) -> Draft:
    first = ranked[0]
    if (told := nothing_new(ranked, reading)) is not None:
        return told
    figures = reckon(reading, ranked, library)
    if figures is not None:
        ranked = _led_by(figures.clauses[0], ranked, reading)
    picks = make_picks(reading, ranked, results, library, chance=chance)
    more = [
        pick
        for pick in added(reading, picks, ranked, later, library)
        if not reading.resolved.was_told(pick.excerpt.sentence)
    ]
    picks = (*picks, *more)
    if figures is None:
        draft = brief(picks, values_of(reading.ask, first.best.text, (first.best.clause.id,)))
    else:
        draft = with_sources(brief(picks, figures.values, figures.lead), figures, library)
    return replace(draft, further=tuple(pick.excerpt.lead[-1].clause.id for pick in more))


def _led_by(home: Clause, ranked: Sequence[Ranked], reading: Reading) -> Sequence[Ranked]:
    """The rules, the first with its best sentence in the clause that gives the terms of what was computed."""
    first, *others = ranked
    inside = [c for c in choices(first.rule, reading.want) if c.clause.id == home.id]
    if first.best.clause.id == home.id or not inside:
        return ranked
    return [replace(first, best=inside[0], second=None), *others]


def _with_other_parts(
    draft: Draft,
    reading: Reading,
    ranked: Sequence[Ranked],
    results: Sequence[ToolResult],
    library: Retriever,
) -> Draft:
    """The definition, followed by what answers the other questions of the message."""
    parts = parts_of(reading.ask.text)
    others = [p for p in parts if asked_term(p) is None or form_of(p) != "define"]
    if draft.abstained or len(parts) == 1 or not others:
        return draft
    known = {c.clause_id for c in draft.citations}
    left = [r for r in ranked if not known & {n.clause.id for n in r.rule.nodes}]
    if not left:
        return draft
    rest = brief(make_picks(reading, left, results, library, others), first_mark=len(draft.citations) + 1)
    return replace(
        draft,
        text=f"{draft.text}\n\n{rest.text}",
        citations=(*draft.citations, *rest.citations),
        values=(*draft.values, *rest.values),
        amendments=(*draft.amendments, *rest.amendments),
    )


def _leading(draft: Draft, ranked: Sequence[Ranked]) -> Ranked:
    """The rule that the draft cites first; a follow-up may be answered by another than the best one."""
    cited = {c.clause_id for c in draft.citations[:1]}
    return next((r for r in ranked if cited & {n.clause.id for n in r.rule.nodes}), ranked[0])


def _headed(rules: Sequence[Rule], subject: str) -> bool:
    """A heading speaks of the subject."""
    said = set(subject_words(subject))
    return any(said & vocabulary(" ".join(rule.path)) for rule in rules)


def _summary_rules(results: Sequence[ToolResult], library: Retriever) -> list[Rule]:
    """The clauses that the summary tool chose, as rules in the order it gave."""
    for result in results:
        if result.output and result.call.tool == "regulation_summary":
            by_root = {r.root.id: r for r in gather(result.output.hits, library)}
            order = [gather([h], library)[0].root.id for h in result.output.hits]
            return [by_root[key] for key in dict.fromkeys(order)]
    return []
