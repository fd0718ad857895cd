"""Numbers of clauses as the book would cite them, each unique: by the mark alone where that says enough."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from regulations_agent.corpus.numbers.reference import lookup_key
from regulations_agent.corpus.outline.paragraphs import number_paragraphs
from regulations_agent.corpus.tree.nodes import Node

HUNDRED = 100
"""Number from which a book counts by hundreds, and its numbers say all."""
AGAIN = 0.05
"""Share of numbers by steps that a book which counts its chapters through may print twice, by mistake."""
MOST = 0.5
"""Share of a book's clauses that stand in its outermost counting."""
ROUNDS = 5
"""Times that numbers may be told apart by one more clause above."""

_PUT_IN = re.compile(r"(\d)([A-Z]{1,2})$")
_COUNTED = re.compile(r"(\d+)([A-Z]{0,2})")
"""`36`, and `36A` that was put behind it."""


def settle(nodes: Sequence[Node], words: dict[int, str]) -> None:
    """Sets stem and tail of every node; `words` are the keywords that stand before numbers, by node.

    A number is its own, `3.2`, `IV`, or hangs on the clause above, `3.2(a)`. Where several clauses would bear
    one number, their keyword is said, `Section 1`; if that is not enough, what stands above: `IV/Section 1`.
    """
    mates: dict[str, Node] = {}
    through = _through(nodes, words) | _outermost(nodes, words)
    roots = _roots(nodes) | through
    for node in nodes:
        if id(node) not in roots:
            _hang(node, words.get(id(node), ""), mates)
        if node.label is not None and node.label.kind == "dotted":
            mates[node.label.stem] = node
    _part_listed(nodes)
    shared = _shared(nodes)
    if shared:
        _say_words(nodes, words, shared)
    for _ in range(ROUNDS):
        shared = _shared(nodes)
        others = [node for node in nodes if id(node) not in through]
        if not shared or not (_qualify(others, words, shared) or _qualify(nodes, words, shared)):
            break
    _part_items(nodes)
    _part_inserted(nodes)
    number_paragraphs(nodes)
    _tell_apart(nodes)


def _roots(nodes: Sequence[Node]) -> set[int]:
    """Clauses `1` on which `1.1` is built, by identity, in a book that counts them through all its parts;
    those of appendices alone are cited with their appendix."""
    steps = [(n.parent, n.label.number) for n in nodes if n.label is not None and n.label.kind == "dotted"]
    times = Counter(number for _, number in steps)
    built = [
        (above, number)
        for above, number in steps
        if above is not None
        and above.label
        and above.label.kind != "dotted"
        and _leads(above.label.number, number)
    ]
    again = sum(times[number] > 1 for _, number in built)
    in_body = any(all(n.kind != "appendix" for n in above.path) for above, _ in built)
    return {id(above) for above, _ in built} if in_body and again <= AGAIN * len(built) else set()


def _through(nodes: Sequence[Node], words: dict[int, str]) -> set[int]:
    """Clauses of a counting that goes on through the parts of the book, by identity.

    Section 36 is cited as 36, whatever part it stands in.
    """
    countings: dict[tuple[object, ...], list[Node]] = defaultdict(list)
    for node in nodes:
        label, above = node.label, node.parent
        if (
            label is not None
            and _COUNTED.fullmatch(label.number)
            and label.style in ("", "x.", "x:", "x-")
            and above
            and above.label
        ):
            kind = (label.style, len(node.path), above.label.style, words.get(id(above)))
            countings[kind].append(node)
    found: set[int] = set()
    for counting in countings.values():
        parts = {id(node.parent) for node in counting}
        numbers = (_COUNTED.fullmatch(node.label.number) for node in counting if node.label)
        values = [(int(n[1]), n[2]) for n in numbers if n]
        if len(parts) > 1 and all(a < b for a, b in pairwise(values)):
            found |= {id(node) for node in counting}
    return found


def _outermost(nodes: Sequence[Node], words: Mapping[int, str]) -> set[int]:
    """Clauses of the counting that holds most of the book, with no number above it, if each comes once; by
    identity. Article 1 is cited so, although each Article has a Section 1."""
    countings: dict[tuple[str, bool], list[Node]] = defaultdict(list)
    size: Counter[tuple[str, bool]] = Counter()
    for node in nodes:
        top = next((n for n in node.path if n.label is not None), None)
        if top is None or top.label is None:
            continue
        kind = _kind(top, words), top.label.number.isdigit()
        size[kind] += 1
        if top is node:
            countings[kind].append(node)
    counting = next((countings[kind] for kind, count in size.items() if count >= MOST * len(nodes)), [])
    once = len({lookup_key(n.number) for n in counting}) == len(counting)
    return {id(node) for node in counting if once}


def _tell_apart(nodes: Sequence[Node]) -> None:
    """Of clauses printed with one number in one place, those after the first are further paragraphs of it,
    and show their number in their text; what is numbered below them is another place each."""
    first: dict[tuple[int, str], Node] = {}
    later: dict[int, int] = {}
    for node in nodes:
        place = later.get(id(node.stem), 0)
        one = first.setdefault((place, lookup_key(node.number)), node)
        later[id(node)] = place
        if one is not node:
            later[id(node)] = id(node)
            node.stem, node.tail = one, "/¶"
            node.rows = [
                (row, 0 if i == 0 and not node.heading else skip) for i, (row, skip) in enumerate(node.rows)
            ]


def _hang(node: Node, nodes_word: str, mates: Mapping[str, Node]) -> None:
    """A list item is cited below its clause; all others by their own number or name."""
    parent, label = node.scope or node.parent, node.label
    if label is None or node.kind == "appendix":
        return
    core = label.number
    mark = {"x)": f"{core})", "(x)": f"({core})"}.get(label.style, core)
    if parent is not None and parent.stem is not None and parent.label is not None:
        stem = parent.label.number
        if label.kind == "dotted" and core.startswith(f"{stem}."):
            node.stem, node.tail = parent, core.removeprefix(stem)
            return
    mate = mates.get(label.stem) if label.kind == "dotted" else None
    if mate is not None and mate.stem is not None and mate.stem.label is not None:
        node.stem, node.tail = mate.stem, core.removeprefix(mate.stem.label.number)
        return
    if core.isdigit() and int(core) >= HUNDRED:
        return
    if nodes_word or label.kind == "dotted" or parent is None:
        return
    if parent.label is None and not parent.tail.startswith("/¶"):
        node.stem, node.tail = (parent, f"/{core}") if parent.stem is not None else (None, core)
        return
    letter = label.style == "x)" and parent.tail[-1:].isdigit() and not core.isdigit()
    joint = "" if letter or label.style == "(x)" else "."
    node.stem, node.tail = parent, f"{joint}{mark}"


def _shared(nodes: Sequence[Node]) -> set[str]:
    """Keys that several clauses have; paragraphs are counted later."""
    count = Counter(
        lookup_key(node.number)
        for node in nodes
        if node.stem is None or (node.tail[:1] == "/" and node.tail != "/¶")
    )
    return {key for key, found in count.items() if found > 1}


def _say_words(nodes: Sequence[Node], words: dict[int, str], shared: set[str]) -> None:
    """Puts the keyword before the numbers of each kind of which one is not unique."""
    kinds = {words[id(n)] for n in nodes if id(n) in words and lookup_key(n.number) in shared}
    for node in nodes:
        word = words.get(id(node))
        if word in kinds and node.stem is None:
            node.tail = f"{word} {node.tail}"


def _qualify(nodes: Sequence[Node], words: dict[int, str], shared: set[str]) -> bool:
    """Puts the clause above before numbers that are not unique, for all of one list alike."""
    clashing = [n for n in nodes if lookup_key(n.number) in shared and _can_hang(n)]
    lists = {(_kind(n, words), id(_scope(n))) for n in clashing if n.label is not None}
    names = {id(n) for n in clashing if n.label is None}
    changed = False
    for node in nodes:
        scope = _scope(node)
        listed = node.label is not None and (_kind(node, words), id(scope)) in lists
        if scope is not None and _can_hang(node) and (listed or id(node) in names):
            node.stem, node.tail, changed = scope, f"/{node.tail}", True
    return changed


def _can_hang(node: Node) -> bool:
    return node.stem is None


def _kind(node: Node, words: Mapping[int, str]) -> str:
    assert node.label is not None
    return f"{words.get(id(node), '')} {node.label.kind} {node.label.style}"


def _scope(node: Node) -> Node | None:
    """The clause above all on whose numbers this one's is built, whatever headings stand between."""
    stepped = node.label.number if node.label is not None and node.label.kind == "dotted" else None
    scope = node.parent
    for above in reversed(node.path[:-1]):
        numbered = above.label if above.kind != "appendix" else None
        if stepped and numbered is not None and _leads(numbered.number, stepped):
            scope = above.parent
    return scope


def _leads(number: str, stepped: str) -> bool:
    """`1.2.3` is built on `1.2`, and not on `1.23`."""
    return stepped.startswith(number) and not stepped[len(number) : len(number) + 1].isalnum()


def _part_listed(nodes: Sequence[Node]) -> None:
    """`1.` in a list is told from the titled clause 1 of the same part."""
    titled = {(id(n.parent), n.number) for n in nodes if n.label is not None and n.heading}
    for node in nodes:
        label, above = node.label, node.parent
        bare = label is not None and label.kind != "dotted" and not node.heading and node.stem is None
        if bare and above is not None and (id(above), node.number) in titled:
            node.stem, node.tail = above, f"/item {node.tail}"


def _part_items(nodes: Sequence[Node]) -> None:
    """`1.` in a list below 2.19.1 is told from the clause 2.19.1.1; all of its list, if that stands there."""
    steps = {n.number: n for n in nodes if n.label is not None and n.label.kind == "dotted"}
    # look-up reads `15-24A` as A of 15-24
    steps |= {_PUT_IN.sub(r"\1.\2", number): n for number, n in steps.items()}
    listed = [(n, n.label.style) for n in nodes if n.label is not None and n.label.kind != "dotted"]
    twins = ((n, style, steps[n.number]) for n, style in listed if n.number in steps)
    lists = {(id(n.stem), style) for n, style, twin in twins if n.stem in twin.path}
    for node, style in listed:
        alike = (id(node.stem), style) in lists and node.tail.startswith(".")
        if alike or node.number in steps:
            node.tail = f"/item {node.tail.removeprefix('.')}"


def _part_inserted(nodes: Sequence[Node]) -> None:
    """Section 3.1, which is no step below 3, is told from 3(1)."""
    count = Counter(lookup_key(n.number) for n in nodes if n.tail != "/¶")
    for node in nodes:
        label = node.label
        inserted = label is not None and label.kind == "article" and "." in label.number
        if label is not None and inserted and count[lookup_key(node.number)] > 1:
            node.stem, node.tail = None, f"section/{label.number}"
