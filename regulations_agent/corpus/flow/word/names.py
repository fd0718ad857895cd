"""Names of WordprocessingML, and its small readings."""

from __future__ import annotations

from regulations_agent.corpus.flow.xml import Element

_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
W = f"{{{_MAIN}}}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": _MAIN.encode(),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": R[1:-1].encode(),
}
_OFF = {"0", "false", "off", "none"}


def transitional(data: bytes) -> bytes:
    """The part in the names that Word writes by default; those of strict files differ."""
    for strict, usual in _STRICT.items():
        data = data.replace(strict, usual)
    return data


def child(element: Element | None, *path: str) -> Element | None:
    """The first such descendant, one name a step."""
    for name in path:
        if element is None:
            return None
        element = element.find(W + name)
    return element


def value(element: Element | None, name: str = "val") -> str:
    """Its `w:val` or another attribute; empty when there is none."""
    return "" if element is None else element.get(W + name, "")


def number(element: Element | None, name: str = "val", default: int | None = None) -> int | None:
    """`value` as a whole number."""
    try:
        return int(value(element, name))
    except ValueError:
        return default


def is_on(element: Element) -> bool:
    """A switch such as `w:b`: on unless its value says otherwise."""
    return value(element).lower() not in _OFF
