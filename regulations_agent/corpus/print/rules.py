"""Straight rules of a page: their pieces joined, and which of them hang together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regulations_agent.corpus.page.raw import Bar

TOLERANCE = 2.5
"""Points by which ends of rules may miss each other."""
ALIGNED = 1.2
"""Points that the pieces of one rule may be out of line."""
MIN_RULE = 5.0
"""Length in points from which a bar is a rule of a grid."""


@dataclass(slots=True)
class Rule:
    """A straight line, level or upright."""

    at: float
    """y of a horizontal rule, x of a vertical one."""
    low: float
    high: float


@dataclass(slots=True)
class Group:
    """Rules that hang together."""

    across: list[Rule] = field(default_factory=list)
    down: list[Rule] = field(default_factory=list)


def rules_across(bars: Iterable[Bar]) -> list[tuple[float, float, float]]:
    """Horizontal rules, pieces of one joined: y, left and right."""
    level = [
        Rule((bar.top + bar.bottom) / 2, bar.x0, bar.x1)
        for bar in bars
        if bar.x1 - bar.x0 >= bar.bottom - bar.top
    ]
    return [(rule.at, rule.low, rule.high) for rule in _joined(level)]


def straight_rules(bars: Iterable[Bar]) -> tuple[list[Rule], list[Rule]]:
    """Level and upright rules, pieces of one joined."""
    across: list[Rule] = []
    down: list[Rule] = []
    for bar in bars:
        width, height = bar.x1 - bar.x0, bar.bottom - bar.top
        if width >= height:
            across.append(Rule((bar.top + bar.bottom) / 2, bar.x0, bar.x1))
        if height >= width:
            down.append(Rule((bar.x0 + bar.x1) / 2, bar.top, bar.bottom))
    across, down = _joined(across), _joined(down)
    return [r for r in across if r.high - r.low >= MIN_RULE], [r for r in down if r.high - r.low >= MIN_RULE]


def _joined(rules: list[Rule]) -> list[Rule]:
    """Pieces of one straight rule as one; pieces lie on it that are no further off than `ALIGNED`."""
    lines: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if lines and rule.at - lines[-1][0].at <= ALIGNED:
            lines[-1].append(rule)
        else:
            lines.append([rule])
    out: list[Rule] = []
    for line in lines:
        reach = None
        for rule in sorted(line, key=lambda rule: rule.low):
            if reach is not None and rule.low <= reach.high + TOLERANCE:
                reach.high = max(reach.high, rule.high)
            else:
                out.append(reach := Rule(rule.at, rule.low, rule.high))
    return out


def _meet(across: Rule, down: Rule) -> bool:
    near = across.low - TOLERANCE <= down.at <= across.high + TOLERANCE
    return near and down.low - TOLERANCE <= across.at <= down.high + TOLERANCE


def hanging_together(across: list[Rule], down: list[Rule]) -> list[Group]:
    """Rules that hang together."""
    parent = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, one in enumerate(across):
        for j, other in enumerate(down):
            if _meet(one, other):
                parent[root(i)] = root(len(across) + j)
    groups: dict[int, Group] = {}
    for i, rule in enumerate([*across, *down]):
        group = groups.setdefault(root(i), Group())
        (group.across if i < len(across) else group.down).append(rule)
    return list(groups.values())
