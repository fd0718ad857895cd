"""Seeded revisions of a rulebook whose concordance is known: renumbered, moved, split, merged, edited."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from regulations_agent.corpus.numbers.reference import ClauseNumber, roman_value
from regulations_agent.language.sentences import sentences
from regulations_agent.types.document import Clause

SHARES = {"delete": 0.05, "move": 0.05, "split": 0.04, "merge": 0.04, "edit": 0.25, "add": 0.06}
"""Share of the clauses that each change befalls."""
DEEPEST_EDIT = 0.4
"""Share of a clause's words that an edit replaces at most."""
MODALS = {"must": "may", "may": "must", "will": "shall", "should": "must", "shall": "will"}


@dataclass
class Node:
    """A clause of the revision, and the ids of the clauses that it comes from."""

    clause: Clause
    origins: tuple[str, ...]
    below: list[Node] = field(default_factory=list)


@dataclass(frozen=True)
class Revision:
    """Both sides and the links that a concordance must find, as pairs of ids."""

    old: tuple[Clause, ...]
    new: tuple[Clause, ...]
    links: frozenset[tuple[str, str]]


def revised(clauses: Sequence[Clause], strangers: Sequence[Clause], seed: int) -> Revision:
    """A next issue of the clauses in force; `strangers` of another rulebook are what is added."""
    chance = random.Random(seed)
    old = tuple(c for c in clauses if c.in_force and (c.text or c.heading))
    tops = _tree(old)
    words = [w for c in old for w in c.text.split() if w.isalpha()]
    for change in (_delete, _merge, _split, _move):
        change(tops, chance)
    _add(tops, strangers, chance)
    for node in _all(tops):
        if chance.random() < SHARES["edit"]:
            node.clause = replace(node.clause, text=edited(node.clause.text, words, chance))
    style = chance.choice(("same", "letter", "shuffled"))
    if style == "shuffled":
        chance.shuffle(tops)
    new: list[Clause] = []
    links: set[tuple[str, str]] = set()
    _number(tops, None, "B" if style == "letter" else "", new, links)
    return Revision(old, tuple(new), frozenset(links))


def edited(text: str, words: Sequence[str], chance: random.Random) -> str:
    """Some words replaced, dropped or added, numbers changed, obligations turned round."""
    share = chance.uniform(0.03, DEEPEST_EDIT)
    out: list[str] = []
    for word in text.split():
        if chance.random() >= share:
            out.append(word)
        elif number := re.fullmatch(r"(\D*)(\d+)(\D*)", word):
            out.append(f"{number[1]}{int(number[2]) + chance.randint(1, 9)}{number[3]}")
        elif word in MODALS:
            out.append(MODALS[word])
        else:
            out += chance.choice(([], [chance.choice(words)], [word, chance.choice(words)]))
    return " ".join(out) or text


def _tree(clauses: Sequence[Clause]) -> list[Node]:
    nodes = {c.id: Node(c, (c.id,)) for c in clauses}
    tops: list[Node] = []
    for clause in clauses:
        above = nodes.get(clause.parent or "")
        (above.below if above else tops).append(nodes[clause.id])
    return tops


def _all(nodes: Sequence[Node]) -> list[Node]:
    return [n for node in nodes for n in (node, *_all(node.below))]


def _lists(tops: list[Node]) -> list[list[Node]]:
    """Every list of siblings."""
    return [tops, *(node.below for node in _all(tops) if node.below)]


def _chosen(
    tops: list[Node], share: float, chance: random.Random, *, leaves: bool = True
) -> list[tuple[list[Node], Node]]:
    """Some nodes, each with the list that it stands in; articles are left where they are."""
    there = [(siblings, n) for siblings in _lists(tops)[1:] for n in siblings if not (leaves and n.below)]
    return chance.sample(there, int(len(there) * share))


def _delete(tops: list[Node], chance: random.Random) -> None:
    for siblings, node in _chosen(tops, SHARES["delete"], chance):
        siblings.remove(node)


def _merge(tops: list[Node], chance: random.Random) -> None:
    for siblings, node in _chosen(tops, SHARES["merge"], chance):
        if node not in siblings:
            continue
        at = siblings.index(node)
        other = siblings[at + 1] if at + 1 < len(siblings) else None
        if other and not other.below and min(len(node.clause.text), len(other.clause.text)) > 40:
            node.clause = replace(node.clause, text=f"{node.clause.text} {other.clause.text}")
            node.origins += other.origins
            siblings.remove(other)


def _split(tops: list[Node], chance: random.Random) -> None:
    for siblings, node in _chosen(tops, 1.0, chance)[:]:
        said = [node.clause.text[s.start : s.end] for s in sentences(node.clause.text)]
        if len(said) < 2 or chance.random() > 4 * SHARES["split"] or len(node.origins) > 1:
            continue
        cut = chance.randint(1, len(said) - 1)
        parts = " ".join(said[:cut]), " ".join(said[cut:])
        if min(map(len, parts)) > 40:
            rest = Node(replace(node.clause, text=parts[1], heading=""), node.origins)
            node.clause = replace(node.clause, text=parts[0])
            chance.choice((siblings.insert, node.below.insert))(siblings.index(node) + 1, rest)


def _move(tops: list[Node], chance: random.Random) -> None:
    for siblings, node in _chosen(tops, SHARES["move"], chance, leaves=False):
        if node not in siblings:
            continue
        siblings.remove(node)
        places = [l for l in _lists(tops)[1:] if l is not siblings]
        place = chance.choice(places)
        place.insert(chance.randint(0, len(place)), node)


def _add(tops: list[Node], strangers: Sequence[Clause], chance: random.Random) -> None:
    there = [c for c in strangers if c.in_force and len(c.text) > 30]
    places = _lists(tops)[1:]
    for clause in chance.sample(there, min(len(there), int(len(_all(tops)) * SHARES["add"]))):
        place = chance.choice(places)
        place.insert(chance.randint(0, len(place)), Node(replace(clause, heading=""), ()))


def _number(
    nodes: list[Node], above: Clause | None, letter: str, new: list[Clause], links: set[tuple[str, str]]
) -> None:
    """New numbers in printed order, in the style of each list; `letter` goes before those of articles."""
    taken: set[str] = set()
    for place, node in enumerate(nodes, 1):
        step = letter * (above is None) + _label(ClauseNumber.parse(node.clause.number).steps[-1], place)
        while step in taken:
            step += "#2"
        taken.add(step)
        number = f"{above.number if above else ''}{step}"
        clause = replace(node.clause, id=f"new/{number}", number=number, parent=above.id if above else None)
        new.append(clause)
        links |= {(origin, clause.id) for origin in node.origins}
        _number(node.below, clause, letter, new, links)


def _label(step: str, place: int) -> str:
    """`.7` at the third place is `.3`, `d)` is `c)`, `ii.` is `iii.`; a name stays."""
    form = re.fullmatch(r"(\W*[A-Z]{0,2})(\d+|[a-z]{1,5})(\W*)", step)
    if form is None:
        return step
    body = form[2]
    if body.isdigit():
        count = str(place)
    elif roman_value(body) and (len(body) > 1 or body in "ivx"):
        count = _ROMAN[place % len(_ROMAN)]
    else:
        count = chr(96 + place) if place <= 26 else f"a{chr(96 + place % 26)}"
    return f"{form[1]}{count}{form[3]}"


_ROMAN = ("x", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
