"""Chooses, of what some rules say, what fits a length; no sentence is cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from regulations_agent.reasoning.drafting.keypoints import Point

_LENGTH = 0.55
"""Power of the length that the worth of a sentence is divided by."""
_REPEATED = 0.94
"""What each point kept of a rule takes from the worth of its others."""
_NEW = 1.15
"""What the first point of a rule counts more, for another rule is heard."""
_COMPANY = 0.1
"""Of the worth of the points that come with one, what counts for it."""
_SHARE = 3
"""Times its even share of the room that the first point of a rule may take."""

_Bundle = tuple[Point, ...]


class Fitting:
    """Points kept so far and the room that is left, in characters."""

    def __init__(self, points: Iterable[Point], room: int, heading: int) -> None:
        """`heading`: what the name of a rule takes beside its words."""
        self.room, self._heading = room, heading
        self._rules: dict[int, list[Point]] = {}
        self._kept: dict[int, set[int]] = {}
        for point in points:
            self._rules.setdefault(point.rule, []).append(point)

    def fill(self, first: Sequence[int]) -> list[Point]:
        """Of each of the `first` rules, in the order given, its best point, then the best of all rules; in
        printed order."""
        most = _SHARE * self.room // max(1, len(self._rules))
        for rule in (n for n in first if n in self._rules):
            bundles = self._bundles(rule)
            small = [b for b in bundles if _size(b) <= most]
            self._keep(max(small or bundles, key=self._density, default=()))
        while bundles := [b for rule in self._rules for b in self._bundles(rule)]:
            self._keep(max(bundles, key=self._density))
        return [p for points in self._rules.values() for p in points if self._has(p)]

    def _keep(self, bundle: _Bundle) -> None:
        if bundle:
            self.room -= _size(bundle) + (self._heading if bundle[0].rule not in self._kept else 0)
            self._kept.setdefault(bundle[0].rule, set()).update(p.place for p in bundle)

    def _has(self, point: Point) -> bool:
        return point.place in self._kept.get(point.rule, ())

    def _bundles(self, rule: int) -> list[_Bundle]:
        """Each point of a rule that is left with those it needs, as far as there is room."""
        room = self.room - (self._heading if rule not in self._kept else 0)
        found = [self._bundle(point) for point in self._rules[rule] if not self._has(point)]
        return [bundle for bundle in found if _size(bundle) <= room]

    def _bundle(self, point: Point) -> _Bundle:
        rule = self._rules[point.rule]
        wanted = {point.place, *point.needs}
        for opener in [p for p in rule if p.opens and p.place in wanted]:
            items = [p for p in rule if opener.place in p.needs and p.clause.id != opener.clause.id]
            if items and not any(self._has(p) or p.place in wanted for p in items):
                best = max(items, key=lambda p: (p.worth / len(p.text) ** _LENGTH, -p.place))
                wanted |= {best.place, *best.needs}
        return tuple(p for p in rule if p.place in wanted and not self._has(p))

    def _density(self, bundle: _Bundle) -> tuple[float, int, int]:
        worth = max(p.worth for p in bundle) + _COMPANY * sum(p.worth for p in bundle)
        kept = len(self._kept.get(bundle[0].rule, ()))
        worth *= _REPEATED**kept if kept else _NEW
        return worth / _size(bundle) ** _LENGTH, -bundle[0].rule, -bundle[0].place


def _size(bundle: _Bundle) -> int:
    return sum(len(p.text) + 3 for p in bundle)
