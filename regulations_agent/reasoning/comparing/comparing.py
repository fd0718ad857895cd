"""A comparison as a draft: what became of the rule asked about, in words and figures, and both wordings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from regulations_agent.answer.table_quotes import apart
from regulations_agent.answer.text import (
    Marks,
    akin,
    book_name,
    joined,
    marked,
    marks_of,
    one_line,
    the_book,
)
from regulations_agent.answer.verify import cite
from regulations_agent.language.quantities import quantities
from regulations_agent.language.words import vocabulary
from regulations_agent.reasoning.comparing.differing import (
    Compared,
    Extract,
    Facing,
    Side,
    as_placed,
    extracts,
    facings,
    taken_up,
)
from regulations_agent.reasoning.comparing.overview import change_line, names
from regulations_agent.reasoning.drafting.compose import MOST_CITATIONS, item_line
from regulations_agent.reasoning.understanding.want import Want
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.answer import Citation
from regulations_agent.types.document import Clause, Document
from regulations_agent.types.run import Draft, Hit, ToolResult
from regulations_agent.types.views import NumberChange
from regulations_agent.versions.comparison.weight import EDITORIAL, cell_changes
from regulations_agent.versions.diff.difference import changes, numbers, runs, similarity
from regulations_agent.versions.diff.obligations import obligation_changes
from regulations_agent.versions.diff.sameness import plain_words, unchanged
from regulations_agent.versions.diff.saying import MOST_SAID, said_cells, said_pair, said_runs

Sides = tuple[Sequence[Document], Sequence[Document]]
Both = tuple[Sequence[Extract], Sequence[Extract]]
_FIGURES, _RUNS, _RUN = 5, 2, 200
"""Figures, runs of words and characters of each that the line names."""
_WORDED_ALIKE = 0.5
"""Similarity below which a rule was written anew: figures and duties of it do not face each other."""
MOST_SHOWN = 3
"""Rules that are shown at most, both sides cited."""
_NEAR = 0.87
"""Share of the best fit from which a further rule is shown."""
MOST_FURTHER, _ALSO = 4, 0.75
"""Further rules about the question that changed, told in a line each; share of the best fit they need."""
_LOST, _ABOUT = 0.2, 0.5
"""Weight of the question's words that only the former wording has, from which a rule is gone, and that it has
at all, from which it is about the question."""


def verdict(both: Both, facing: Facing, sides: Sides, want: Want, whole: Side | None = None) -> str:
    """What became of the rule whose extracts are shown, in a line of Markdown.

    `whole`: the rule of the other side that holds what this one says, where it has no counterpart.
    """
    old, new = both
    if whole is not None:
        joined_to = f"{whole.clause.number} of {the_book(whole.rule.document)}"
        return f"**Taken up in** {joined_to}:" if old else f"**Taken out of** {joined_to}:"
    if not old:
        return f"**New:** no such rule in {names(sides[0])} was found."
    if not new:
        return f"**Dropped:** no such rule in {names(sides[1])} was found."
    now = "\n".join(e.whole for e in new)
    before = "\n".join(as_placed([e.whole for e in old], now))
    said = _cells(old, new, want) or _change(before, now, facing, want)
    document, clause = new[0].side.rule.document, new[0].side.clause
    if document in sides[1]:
        return said
    return f"**Moved to {the_book(document)}** ({clause.number}). {said}"


def _cells(old: Sequence[Extract], new: Sequence[Extract], want: Want) -> str:
    """Of a table that is shown on both sides the cells that differ, those of the question first."""
    if len(old) != 1 or len(new) != 1 or not ("\n|" in old[0].text and "\n|" in new[0].text):
        return ""
    told = said_cells(cell_changes(old[0].side.clause.rows, new[0].side.clause.rows))
    told = told if len(told) <= MOST_SAID else _first_of_all(told, want)
    return f"**Changed:** {'; '.join(told)}." if told else ""


def _change(old: str, new: str, facing: Facing, want: Want) -> str:
    """Figures that differ, else the words that do, those of the question first; and what stayed."""
    if kept := unchanged(old, new):
        return kept
    stretches = runs(plain_words(old), plain_words(new))
    differing = _differing(old, new, facing)
    if similarity(old, new) < _WORDED_ALIKE:
        return _written_anew(differing)
    figures = list(dict.fromkeys(map(said_pair, differing)))
    duties = [said_pair(o) for o in obligation_changes(stretches) if o.old and o.new]
    if figures:
        return f"**Changed:** {'; '.join([*figures[:_FIGURES], *duties[:1]])}."
    told = said_runs(changes(stretches))
    said = "; ".join(told if len(told) <= MOST_SAID else _first_of_all(told, want))
    same = _same_figures(old, new)
    if same and not numbers(old, new):
        return f"**Reworded, with the same figures** ({same}){f': {said}' if said else ''}."
    return f"**Changed:** {said}." if said else "**Changed** in wording:"


def _written_anew(differing: Sequence[NumberChange]) -> str:
    """Without pairs: by place alone nobody can tell which figure took whose place; figures of one side alone
    replace none."""
    sides = [n.old for n in differing], [n.new for n in differing]
    then, now = (joined(list(dict.fromkeys(filter(None, side)))[:_FIGURES]) for side in sides)
    return (
        f"**Written anew**, with other figures: then {then}; now {now}."
        if then and now
        else "**Written anew:**"
    )


def _differing(old: str, new: str, facing: Facing) -> list[NumberChange]:
    """Figures that changed, and those that stand nowhere in the rule on the other side, shown or not."""
    lacking = _figures(facing.new), _figures(facing.old)
    return [n for n in numbers(old, new) if (n.old and n.new) or _is_alone(n, lacking[n.old is None])]


def _is_alone(change: NumberChange, others: frozenset[float]) -> bool:
    return not any(q.value in others for q in quantities(change.old or change.new or ""))


def _figures(sides: Sequence[Side]) -> frozenset[float]:
    """Every figure of the rules that clauses of a side belong to."""
    return frozenset(
        q.value for side in sides for node in side.rule.nodes for q in quantities(node.clause.text)
    )


def _same_figures(old: str, new: str) -> str:
    """Numbers that both wordings have: `four (4), sixteen (16)`."""
    there = {(q.value, q.unit) for q in quantities(old)}
    kept = [q.text for q in quantities(new) if (q.value, q.unit) in there]
    return joined(list(dict.fromkeys(kept))[:_FIGURES])


def _first_of_all(told: Sequence[str], want: Want) -> list[str]:
    """Of many runs of words that differ those with the question's words, as printed."""
    held = [sum(want.weights[w] for w in want.held(vocabulary(run))) for run in told]
    order = sorted(range(len(told)), key=lambda n: (-held[n], n))[:_RUNS]
    return [told[n] if len(told[n]) <= _RUN else f"{told[n][:_RUN].rstrip()}…" for n in sorted(order)]


def compare_draft(results: Sequence[ToolResult], want: Want, library: Retriever) -> Draft | None:
    """The rules that fit the question best and what became of them; None when no call compared any."""
    rules, sides = _compared(results, library)
    found = facings(rules, want, library)
    if not found:
        return None
    near = [f for f in found if f.fit >= _NEAR * found[0].fit]
    near = [f for f in near if not any(_is_held(f, g) for g in near)]
    if want.form == "open":  # a part of a rule that is shown is told in a line
        near = [f for n, f in enumerate(near) if not any(_is_part(f, g) for g in near[:n])]
    shown = near[:MOST_SHOWN]
    plain = max(found, key=lambda f: f.plain_fit)
    if plain not in shown:
        shown = [*shown[: MOST_SHOWN - 1], plain]
    drawn = [extracts(facing) for facing in shown]
    listed = {item.clause.id for both in drawn for side in both for one in side for item in one.items}
    also = [f for f in _also_changed(found, shown, want) if _there(f).clause.id not in listed]
    citations = [c for both in drawn for side in both for extract in side for c in _citations(extract)]
    citations += [cite(side.rule.hit(side.clause), side.clause.text) for side in map(_there, also)]
    kept = tuple({c.clause_id: c for c in citations if c.verified}.values())[:MOST_CITATIONS]
    marks = marks_of(kept)
    lines = [verdict(both, f, sides, want, taken_up(f, shown)) for both, f in zip(drawn, shown, strict=True)]
    blocks = [_block(line, both, marks) for line, both in zip(lines, drawn, strict=True)]
    told = "\n".join(marked(change_line(*_clauses(f)), [_there(f).clause.id], marks) for f in also)
    return Draft("\n\n".join([*blocks, *(["**Also changed:**", told] if told else [])]), kept)


def _also_changed(found: Sequence[Facing], shown: Sequence[Facing], want: Want) -> list[Facing]:
    """Where no value is asked for, rules about the question, fitting it less than those shown, that say
    something else now; what became several, or of several, is not told in a line."""
    if want.form != "open":
        return []
    others = (f for f in found if f not in shown and f.fit >= _ALSO * found[0].fit and f.weight > EDITORIAL)
    single = (f for f in others if max(len(f.old), len(f.new)) == 1)
    return [f for f in single if _held((*f.old, *f.new), want) >= _ABOUT][:MOST_FURTHER]


def _is_part(facing: Facing, of: Facing) -> bool:
    """Both its sides stand below those of another, or above them."""
    return all(
        one and other and akin(one.id, other.id)
        for one, other in zip(_clauses(facing), _clauses(of), strict=True)
    )


def _is_held(facing: Facing, whole: Facing) -> bool:
    """It has one side alone, a part of a rule with both: the other wording has no such part of its own, but
    is no less the same rule."""
    if bool(facing.old) == bool(facing.new) or not (whole.old and whole.new):
        return False
    pairs = zip(_clauses(facing), _clauses(whole), strict=True)
    return any(one is not None and of is not None and akin(one.id, of.id) for one, of in pairs)


def _clauses(facing: Facing) -> tuple[Clause | None, Clause | None]:
    """The first clause of each side."""
    return facing.old[0].clause if facing.old else None, facing.new[0].clause if facing.new else None


def _there(facing: Facing) -> Side:
    """The side that stands now, else the one that stood."""
    return (facing.new or facing.old)[0]


def lost_draft(results: Sequence[ToolResult], want: Want, library: Retriever) -> Draft | None:
    """Says that a rule, or the part asked about, is gone since the season before; None when it stands."""
    rules, _ = _compared(results, library)
    best = max(facings(rules, want, library), key=lambda f: f.plain_fit, default=None)
    if best is None or not best.old:
        return None
    then, now = _held(best.old, want), _held(best.new, want)
    if then < _ABOUT or then - now < _LOST:
        return None
    return compare_draft(results, want, library)


def _held(sides: Sequence[Side], want: Want) -> float:
    """Weight of the question's words in what a side says."""
    words = vocabulary(" ".join(f"{s.clause.heading} {s.clause.text}" for s in sides))
    return sum(want.weights[w] for w in want.held(words))


def _compared(results: Sequence[ToolResult], library: Retriever) -> tuple[list[Compared], Sides]:
    """The rules of all comparisons, each once, and the documents that they compared."""
    rules: dict[str, Compared] = {}
    sides: list[list[Document]] = [[], []]
    for data, hits in _data(results):
        for old, new, weight in data["rules"]:  # type: ignore[attr-defined]
            changed = float(data["kept"]) if weight > EDITORIAL else 0.0  # type: ignore[arg-type]
            before, after = (tuple(hits[key] for key in side) for side in (old, new))
            rules.setdefault(f"{old} {new}", Compared(before, after, changed, weight))
        for side, ids in zip(sides, data["sides"], strict=True):  # type: ignore[call-overload]
            side += [d for d in map(library.document, ids) if d not in side]
    return list(rules.values()), (sides[0], sides[1])


def _data(results: Sequence[ToolResult]) -> Iterator[tuple[Mapping[str, object], Mapping[str, Hit]]]:
    """Of each comparison of a topic, with its hits by id."""
    for result in results:
        if result.output is not None and "kept" in result.output.data:
            yield result.output.data, {hit.id: hit for hit in result.output.hits}


def _block(first: str, both: Both, marks: Marks) -> str:
    """What became of it, then each side: `- **2025 sporting regulations, Issue 1, 4.7.a, page 47:**`."""
    lines = [first]
    for extract in (*both[0], *both[1]):
        clause, document = extract.side.clause, extract.side.rule.document
        page = cite(extract.side.rule.hit(clause), extract.text).page if extract.text else clause.page
        heading = f" {one_line(clause.heading)}" if clause.heading else ""
        where = f"{book_name(document)}, {clause.number}{heading}, page {page}"
        words, table = apart(extract.text)
        lines.append(marked(f"- **{where}:** {words}".rstrip(), [clause.id], marks))
        lines += ["", *(f"  {row}" for row in table), ""] if table else []
        lines += [f"  {item_line(replace(item, depth=1))}" for item in extract.items]
    return "\n".join(lines)


def _citations(extract: Extract) -> list[Citation]:
    hit = extract.side.rule.hit(extract.side.clause)
    own = [cite(hit, extract.text or extract.side.clause.heading)]
    return [*own, *(cite(extract.side.rule.hit(item.clause), item.text) for item in extract.items)]
