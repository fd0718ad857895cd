"""From tool results to ranked rules: which rule answers, which complete it, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from regulations_agent.answer.table_quotes import has_rows
from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.language.quantities import quantities
from regulations_agent.reasoning.choosing.chances import (
    chance,
    draft_features,
    lead,
    question_features,
    rule_features,
)
from regulations_agent.reasoning.choosing.grading import Evidence
from regulations_agent.reasoning.choosing.reading_together import is_law, read_hits, read_together
from regulations_agent.reasoning.choosing.rules import Rule, chapeau, gather, root_of
from regulations_agent.reasoning.choosing.second_look import read_alone, topic
from regulations_agent.reasoning.choosing.select import Choice, Ranked, choices, rule_score
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.want import kind_fit
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.tools.evidence import merged
from regulations_agent.types.run import Draft, Hit, ToolResult
from regulations_agent.versions.alignment.concordance import partners
from regulations_agent.versions.comparison.comparison import matched
from regulations_agent.versions.diff.difference import similarity

_READ_ALONE, _ALONE = 4, 0.065
"""Best sentences of the first rule that are read alone with the question, and what a logit counts then.

The sentence chosen holds the facts of .775 of 435 strangers' questions, by the rest alone .68."""
_GIVEN, LEAST_GIVEN = 0.15, 10
"""What it counts that a sentence names a number that the question gives, from so many on: `with 22 cars`.
Smaller ones count items and stand for words (`4 u`)."""
_ASKED_BEFORE = 0.4
"""What it counts more then that a sentence answered such a question before, against the logit."""
_NEAR = 0.75
"""Share of the best score from which a newer rule that says the same goes first."""
_AS_GOOD = 0.95
"""The same for one that rules something else, before a book that is no longer the latest of its section."""
_ALIKE = 0.5
"""Share of common words from which two sentences say the same."""
_SAME_MATTER = 0.7
"""Nearness in meaning from which two sentences rule the same matter in other words."""
_LATEST = 0.05
"""What it counts for a rule that its book is of the latest season."""
_BESIDE = 0.1
"""What it counts for a rule that it stands beside one that the answer before a follow-up named."""
MOST_BESIDE = 4
"""Rules shown beside the first."""
_NEAR_FIRST = 0.6
"""Share of the first rule's score from which others are shown beside it."""


def hits_of(results: Sequence[ToolResult]) -> tuple[Hit, ...]:
    """Hits of all results that worked, each clause once, with the best score it got.

    A clause that gives orders to a language model answers nothing, unless it was asked for by its number.
    """
    every = [hit for r in results if r.output for hit in r.output.hits if is_law(hit)]
    best: dict[str, Hit] = {}
    for hit in every:
        known = best.get(hit.id)
        if known is None or (hit.via == "lookup", hit.score) > (known.via == "lookup", known.score):
            best[hit.id] = hit
    return merged([best[h.id] for h in every])


def rank(
    reading: Reading,
    hits: Sequence[Hit],
    library: Retriever,
    *,
    whole: Sequence[Ranked] = (),
    of_whole: float = 0.5,
) -> list[Ranked]:
    """Rules that may answer, best first; of those that say the same the newest.

    `whole`: what answers the message that a question is a part of, which tells too: `..., and for how long?`;
    a rule's score for it counts `of_whole` beside that for the part.
    """
    rules = read_hits(reading, hits, library)
    top = max((r.found for r in rules if not r.named), default=1.0)
    surest = max((r.logit for r in rules), default=0.0)
    latest = _latest(reading, library)
    tried = {rule.root.id: choices(rule, reading.want) for rule in rules}
    fits = {r.rule.root.id: r.score for r in whole}
    least = min(fits.values(), default=0.0)
    found = [
        Ranked(
            rule,
            best[0],
            rule_score(rule, best[0], top, surest)
            + _favour(rule, latest, reading)
            + of_whole * fits.get(rule.root.id, least),
        )
        for rule in rules
        if (best := tried[rule.root.id])
    ]
    found.sort(key=lambda r: (-r.score, r.rule.root.id))
    found = _newest_first(found, latest, reading, library)
    closer = (_read_closely(r, tried.get(r.rule.root.id, [r.best]), reading, library) for r in found[:1])
    return [*closer, *found[1:]]


def _read_closely(ranked: Ranked, tried: Sequence[Choice], reading: Reading, library: Retriever) -> Ranked:
    """The rule with that of its best sentences which answers, read alone with the question; a row says less
    alone than its table."""
    several = [c for c in tried if not _introduces(c)][:_READ_ALONE]
    if len(several) < 2 or has_rows(ranked.best.text):
        return ranked
    told = [(ranked.rule.path, ranked.rule.leads(c.clause, c.span), c.text) for c in several]
    read = read_alone(topic(reading.subject, library), told, library)
    given = _numbers_in(reading.subject)
    scores = [
        choice.score
        + _ALONE * logit
        + _ASKED_BEFORE * choice.fit.asked
        + _GIVEN * bool(given & _numbers_in(choice.text))
        for choice, logit in zip(several, read, strict=True)
    ]
    best, second = sorted(range(len(several)), key=lambda n: -scores[n])[:2]
    first = replace(several[best], margin=scores[best] - scores[second], headed=_introduces(tried[0]))
    return replace(ranked, best=first, second=several[second])


def _numbers_in(text: str) -> frozenset[float]:
    """The values that it names, but for years and the smallest."""
    values = {q.value for q in quantities(text)}
    return frozenset(value for value in values if value >= LEAST_GIVEN and not 1900 <= value < 2100)


def _introduces(choice: Choice) -> bool:
    """It reads on in items below it, of which one answers, or all."""
    below = choice.rule.below(choice.clause)
    return bool(below) and chapeau(choice.clause, below[0]) == choice.span


def _latest(reading: Reading, library: Retriever) -> dict[str, int | None]:
    """The last year of each section that is searched: a book of the year before may be its newest."""
    asked = reading.filters.season
    known = [d for d in library.documents if asked in (None, d.season)]
    return {d.section: d.year for d in sorted(known, key=lambda d: d.year or 0)}


def _favour(rule: Rule, latest: Mapping[str, int | None], reading: Reading) -> float:
    """For a rule of the latest season, and, for a follow-up, one beside those that were named before."""
    beside = (rule.root.parent or rule.root.id) in reading.beside
    return _LATEST * _is_latest(rule, latest) + _BESIDE * beside


def _newest_first(
    found: list[Ranked], latest: Mapping[str, int | None], reading: Reading, library: Retriever
) -> list[Ranked]:
    """A rule of a newer season that says the same as the best one takes its place, or one that fits as well
    as a best one of a former season, or what such a one has become."""
    if not found or reading.filters.season is not None or found[0].rule.named:
        return found
    top = found[0]
    former = not _is_latest(top.rule, latest)
    newer = [
        r
        for r in found[1:]
        if _age(r) > _age(top)
        and r.score >= _NEAR * top.score
        and (_same_matter(r.best.text, top.best.text, reading) or (former and _fits_as_well(r, top, latest)))
    ]
    if not newer and former:
        newer = _renewed(top, found, latest, reading, library)
    if not newer:
        return found
    first = max(newer, key=lambda r: (_age(r), r.score, r.rule.root.id))
    return [first, *(r for r in found if r is not first)]


def _renewed(
    former: Ranked,
    found: Sequence[Ranked],
    latest: Mapping[str, int | None],
    reading: Reading,
    library: Retriever,
) -> list[Ranked]:
    """What the clause of a former season has become in the newest book of its section, found or not."""
    document = former.rule.document
    newest = document.section, latest[document.section]
    searched = library.searched(reading.query, reading.filters)
    books = tuple(d for d in searched if (d.section, d.year) == newest)
    match = partners(matched((document,), books, library).matches).get(former.best.clause.id)
    if match is None or not match.new:
        return []
    roots = {root_of(clause, library).id for clause in match.new}
    if known := [r for r in found if r.rule.root.id in roots]:
        return known
    hits = [Hit(clause, library.document_of(clause), former.rule.found) for clause in match.new]
    rules = read_together(reading.subject, gather(hits, library), library)
    return [Ranked(r, best[0], former.score) for r in rules if (best := choices(r, reading.want))]


def _fits_as_well(newer: Ranked, top: Ranked, latest: Mapping[str, int | None]) -> bool:
    return newer.score >= _AS_GOOD * top.score and _is_latest(newer.rule, latest)


def _is_latest(rule: Rule, latest: Mapping[str, int | None]) -> bool:
    """Its section has no newer book."""
    return rule.document.year == latest.get(rule.document.section)


def _same_matter(one: str, other: str, reading: Reading) -> bool:
    return similarity(one, other) >= _ALIKE or reading.want.close.between(one, other) >= _SAME_MATTER


def _age(ranked: Ranked) -> int:
    return ranked.rule.document.year or 0


def complements(first: Ranked, others: Sequence[Ranked]) -> list[Ranked]:
    """Further rules of the same season that fit nearly as well, `MOST_BESIDE` at most: any may be meant."""
    season = first.rule.document.season
    near = (r for r in others if r.rule.document.season == season and r.score >= _NEAR_FIRST * first.score)
    return list(islice(near, MOST_BESIDE))


def features_of(
    reading: Reading, ranked: Sequence[Ranked], draft: Draft, library: Retriever
) -> dict[str, float]:
    """All that the chance of a right draft is weighed by."""
    return {
        **question_features(reading, library),
        **rule_features(reading, ranked),
        **draft_features(draft, reading.ask.form),
    }


def evidence(reading: Reading, ranked: Sequence[Ranked], draft: Draft, library: Retriever) -> Evidence | None:
    """What the grade is computed from; None when nothing was found."""
    if not ranked:
        return None
    first = ranked[0]
    weights = reading.want.weights
    return Evidence(
        coverage=sum(weights[w] for w in first.best.words),
        sentence=min(1.0, first.best.score),
        found=min(1.0, first.rule.found),
        margin=lead(ranked),
        kind=min(1.0, kind_fit(first.best.text, reading.want)) if reading.ask.form != "open" else 0.6,
        named=first.rule.named or _is_read_out(reading, draft),
        form=reading.ask.form,
        chance=chance("right", features_of(reading, ranked, draft, library)),
    )


def _is_read_out(reading: Reading, draft: Draft) -> bool:
    """A clause was asked for by its number and is cited: struck, or by what stands below its heading."""
    return any(
        (key == number and not citation.quote)
        or (reading.ask.form == "clause" and f"{key}.".startswith(f"{number}."))
        for citation in draft.citations
        for key in [lookup_key(citation.clause)]
        for number in reading.numbers
    )
