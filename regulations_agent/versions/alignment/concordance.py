"""Which clauses of one document became which clauses of another, whatever their numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause
from regulations_agent.types.views import ChangeKind
from regulations_agent.versions.alignment.pairing import Link, Pairing, paired
from regulations_agent.versions.alignment.parts import split_and_merged
from regulations_agent.versions.alignment.repeated import repeated
from regulations_agent.versions.alignment.traits import References, Traits, make_traits
from regulations_agent.versions.diff.wording import (
    Names,
    Word,
    name_of,
    same_wording,
    table_words,
    without_table,
    wording,
    words_of,
)

SURE = 1.1
"""Score of a link from which it is certain: the same words, under the same clause or beside the same ones."""


@dataclass(frozen=True, slots=True)
class Match:
    """Clauses of the old side and what became of them; one side is empty for what was added or deleted."""

    kind: ChangeKind
    old: tuple[Clause, ...]
    new: tuple[Clause, ...]
    confidence: float
    """In [0, 1]: how well wording and surroundings fit; for one without counterpart, how far the next is."""
    evidence: str
    """What speaks for it: `same words, clause above, neighbours`."""

    @property
    def pairs(self) -> tuple[tuple[Clause | None, Clause | None], ...]:
        """Each clause of the one side with each of the other, None for the side that has none."""
        return tuple((old, new) for old in self.old or (None,) for new in self.new or (None,))


@dataclass(frozen=True, slots=True)
class Concordance:
    """Every clause in force of both sides, once."""

    matches: tuple[Match, ...]
    """In the printed order of the new side; what was deleted stands where it stood in the old one."""
    names: Names
    """What each clause of the old side is on the new one, both without issue."""
    references: References
    """Printed references by clause id."""

    def words(self, match: Match) -> tuple[list[Word], list[Word]]:
        """Both wordings; references on the old side read as the clauses that they became.

        Tables that hold the same words are left out on both sides.
        """
        tables = [[word for c in side for word in table_words(c)] for side in (match.old, match.new)]
        bare = bool(tables[0]) and tables[0] == tables[1]
        return self._side(match.old, self.names, bare=bare), self._side(match.new, {}, bare=bare)

    def _side(self, clauses: Sequence[Clause], names: Names, *, bare: bool) -> list[Word]:
        texts = [(c, without_table(wording(c)) if bare else wording(c)) for c in clauses]
        return [word for c, text in texts for word in words_of(text, self.references.get(c.id, ()), names)]


def compare(
    old: Sequence[Clause], new: Sequence[Clause], references: References | None = None
) -> tuple[Match, ...]:
    """The matches of a concordance alone."""
    return concordance(old, new, references or {}).matches


def concordance(old: Sequence[Clause], new: Sequence[Clause], references: References) -> Concordance:
    """Clauses matched by wording, headings and their place in the tree; numbers are the least of it.

    Either side may hold the clauses of several documents. Clauses that are not in force take no part.
    """
    before, after = make_traits(old, new, references)
    pairing = paired(before, after)
    # Taken before parts are looked for: a weak link that gives way there still says what the clause became.
    links = list(pairing.links.values())
    parts = split_and_merged(pairing)
    links += [*parts, *repeated(pairing, parts)]
    names = {_name(before[k.old].clause): _name(after[k.new].clause) for k in reversed(links)}
    found = Concordance((), names, references)
    groups = sorted(_groups(links), key=lambda g: min(k.new for k in g))
    matched = [_match(group, pairing, found) for group in groups]
    ordered = _ordered(matched, groups, before, after)
    return Concordance(tuple(ordered), names, references)


def _name(clause: Clause) -> str:
    return name_of(clause.id.removesuffix(f"/{clause.number}"), clause.number)


def _groups(links: Sequence[Link]) -> list[list[Link]]:
    """Links that share a clause, together."""
    by_old: dict[int, list[Link]] = defaultdict(list)
    by_new: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        by_old[link.old].append(link)
        by_new[link.new].append(link)
    seen: set[tuple[int, int]] = set()
    groups = []
    for link in links:
        group, open_links = [], [link]
        while open_links:
            one = open_links.pop()
            if (one.old, one.new) not in seen:
                seen.add((one.old, one.new))
                group.append(one)
                open_links += [*by_old[one.old], *by_new[one.new]]
        if group:
            groups.append(group)
    return groups


def _match(group: Sequence[Link], pairing: Pairing, found: Concordance) -> Match:
    old = tuple(pairing.old[i].clause for i in sorted({k.old for k in group}))
    new = tuple(pairing.new[j].clause for j in sorted({k.new for k in group}))
    reasons = dict.fromkeys(reason for link in group for reason in link.reasons)
    confidence = min(min(1.0, link.score / SURE) for link in group)
    match = Match("modified", old, new, round(confidence, 4), ", ".join(reasons))
    return Match(_kind(match, found), old, new, match.confidence, match.evidence)


def _kind(match: Match, found: Concordance) -> ChangeKind:
    if len(match.new) > 1:
        return "split"
    if len(match.old) > 1:
        return "merged"
    if not same_wording(*found.words(match)):
        return "modified"
    kept = [c.number for c in match.old] == [c.number for c in match.new]
    return "unchanged" if kept else "moved"


def _ordered(
    matched: Sequence[Match],
    groups: Sequence[Sequence[Link]],
    before: Sequence[Traits],
    after: Sequence[Traits],
) -> Iterator[Match]:
    """Matches by place in the new side; a deleted clause follows the clause that it followed."""
    at = {min(k.new for k in group): match for group, match in zip(groups, matched, strict=True)}
    place_of_old = {k.old: min(one.new for one in group) for group in groups for k in group}
    linked = {k.new for group in groups for k in group}
    gone: dict[int, list[Match]] = defaultdict(list)
    last = -1
    for i, traits in enumerate(before):
        last = place_of_old.get(i, last)
        if i not in place_of_old:
            gone[last].append(Match("deleted", (traits.clause,), (), 1.0, "no clause like it"))
    yield from gone[-1]
    for j, traits in enumerate(after):
        if j in at:
            yield at[j]
        elif j not in linked:
            yield Match("added", (), (traits.clause,), 1.0, "no clause like it")
        yield from gone[j]


def partners(matches: Iterable[Match]) -> Mapping[str, Match]:
    """The match of each clause, by id, old and new."""
    return {c.id: match for match in matches for c in (*match.old, *match.new)}
