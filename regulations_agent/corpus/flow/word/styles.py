"""How Word text looks: properties of styles down their chains, then those given in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from regulations_agent.corpus.flow.word.names import W, child, is_on, number, value
from regulations_agent.corpus.flow.xml import Element

_SWITCHES = ("b", "i", "strike", "dstrike", "vanish", "caps", "smallCaps", "u")
DEEPEST = 20
"""Styles in a chain that are followed."""


@dataclass(frozen=True, slots=True)
class Look:
    """Of a run, as far as it matters to what is printed."""

    switches: frozenset[str] = frozenset()
    """Those of `_SWITCHES` that are on; `u`, underlined, but for what has a colour, as links have."""
    raised: bool = False
    """Superscript or subscript."""


@dataclass(slots=True)
class Styles:
    """The styles of a document by id."""

    by_id: Mapping[str, Element] = field(default_factory=dict)
    default: str = ""
    """Of paragraphs that name none."""
    base: Element | None = None
    """Run properties of the whole document."""
    _looks: dict[tuple[str, str], Look] = field(default_factory=dict)
    """By style of the paragraph and of the run."""

    def chain(self, style: str) -> Iterator[Element]:
        """The style and those that it is based on, nearest first."""
        for _ in range(DEEPEST):
            element = self.by_id.get(style)
            if element is None:
                return
            yield element
            style = value(child(element, "basedOn"))

    def name(self, style: str) -> str:
        """Its name in Word, lower case: `heading 1`, `toc 2`, `title`."""
        return value(child(self.by_id.get(style), "name")).lower()

    def look(self, paragraph: str, properties: Element | None) -> Look:
        """Of a run with these properties in a paragraph of that style."""
        named = value(child(properties, "rStyle"))
        if (paragraph, named) not in self._looks:
            styles = [*reversed(list(self.chain(paragraph))), *reversed(list(self.chain(named)))]
            layers = [self.base, *(child(style, "rPr") for style in styles)]
            look = Look()
            for layer in layers:
                look = _over(look, layer)
            self._looks[paragraph, named] = look
        return _over(self._looks[paragraph, named], properties)

    def outline(self, style: str, properties: Element | None) -> int:
        """Heading level 1-9 of a paragraph; 0 for body text."""
        own = number(child(properties, "outlineLvl"))
        levels = [own] if own is not None else []
        levels += [n for s in self.chain(style) if (n := number(child(s, "pPr", "outlineLvl"))) is not None]
        if levels:
            return levels[0] + 1 if 0 <= levels[0] <= 8 else 0
        name = self.name(style)
        if name.startswith("heading ") and name[8:].isdigit():
            return min(max(int(name[8:]), 1), 9)
        return 1 if name == "title" else 0

    def indent(self, style: str, properties: Element | None) -> float | None:
        """Points from the margin to the left edge of the words; None when neither it nor its style says."""
        for element in [properties, *(child(s, "pPr") for s in self.chain(style))]:
            place = child(element, "ind")
            for name in ("left", "start"):
                found = number(place, name)
                if found is not None:
                    return found / 20
        return None

    def first_line(self, style: str, properties: Element | None) -> float:
        """Points by which the first row starts right of the others; less than 0 for one that hangs."""
        for element in [properties, *(child(s, "pPr") for s in self.chain(style))]:
            for name, sign in (("hanging", -1), ("firstLine", 1)):
                found = number(child(element, "ind"), name)
                if found is not None:
                    return sign * found / 20
        return 0.0


def _over(look: Look, layer: Element | None) -> Look:
    """The look with these run properties given on top."""
    if layer is None or not len(layer):
        return look
    on, raised = set(look.switches), look.raised
    for part in layer:
        name = part.tag.removeprefix(W)
        if name in _SWITCHES:
            linked = name == "u" and value(child(layer, "color")) not in ("", "auto", "000000")
            (on.add if is_on(part) and not linked else on.discard)(name)
        elif name == "vertAlign":
            raised = value(part) in ("superscript", "subscript")
    return Look(frozenset(on), raised)


def read_styles(root: Element | None) -> Styles:
    """`styles.xml`; none when the document has none."""
    if root is None:
        return Styles()
    by_id = {value(style, "styleId"): style for style in root.findall(W + "style")}
    default = next(
        (
            name
            for name, style in by_id.items()
            if value(style, "type") == "paragraph" and value(style, "default").lower() in ("1", "true", "on")
        ),
        "",
    )
    return Styles(by_id, default, child(root, "docDefaults", "rPrDefault", "rPr"))
