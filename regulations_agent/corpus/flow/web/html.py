"""Reads HTML files and strings of HTML; the home of lxml's HTML parser."""

from __future__ import annotations

import re
from dataclasses import replace

from lxml import etree, html

from regulations_agent.corpus.flow.blocks import Flow
from regulations_agent.corpus.flow.decoding import decode
from regulations_agent.corpus.flow.web.front import below_front, without_front
from regulations_agent.corpus.flow.web.walk import Walker
from regulations_agent.corpus.flow.xml import Element
from regulations_agent.errors import DocumentError

_CHARSET = re.compile(
    rb"""<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)""", re.I
)
_HEAD = 4096
"""Bytes at the front in which the encoding is declared."""
FOOT = 60
"""Words of the foot of a page at most."""
_ABOUT = ("description", "keywords", "author", "subject")


def read(data: bytes, name: str) -> Flow:
    """The page's blocks; raises DocumentError for more text than is read or for none."""
    text, problems = decoded(data, name)
    front, text = without_front(text)
    flow = read_text(text, name)
    return below_front(replace(flow, problems=(*problems, *flow.problems)), front)


def decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The page's source in the encoding that it declares, and what was odd about it."""
    found = _CHARSET.search(data[:_HEAD])
    declared = next((part.decode("ascii") for part in found.groups() if part), "") if found else ""
    return decode(data, name, declared)


def read_text(text: str, name: str) -> Flow:
    """The blocks of HTML that is decoded."""
    root = parse_page(text, name)
    walker = Walker(root)
    blocks = walker.read(_main(root))
    title = " ".join((root.findtext(".//title") or "").split())
    metas = {(meta.get("name") or "").lower(): meta.get("content") or "" for meta in root.iter("meta")}
    about = tuple(metas[key].strip() for key in _ABOUT if metas.get(key, "").strip())
    return Flow(tuple(blocks), title, about, root.get("lang") or "", walker.problems)


def parse_page(text: str, name: str) -> Element:
    """The root of decoded HTML; raises DocumentError."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True, recover=True, huge_tree=True)
    try:
        root = html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise DocumentError(
            f"{name} holds no HTML that can be parsed ({error}); save the page again."
        ) from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise DocumentError(
            f"{name} is nested too deeply or is too large to be a rulebook ({parser.error_log[0].message}); "
            "it was left out."
        )
    return root


def _is_foot(element: Element) -> bool:
    """The foot of the whole page, as `Last updated ...`, where it says no more than a few words."""
    named = element.tag == "footer" or element.get("role") == "contentinfo" or element.get("id") == "footer"
    if not named or any(True for _ in element.iter("h1", "h2", "h3", "h4", "h5", "h6", "ol", "table")):
        return False
    return sum(len(part.split()) for part in element.itertext()) <= FOOT


def _main(root: Element) -> Element:
    """The part that the page calls its main one, when that holds most of its words; else the body."""
    body = root.find("body")
    if body is None:
        return root
    for foot in [child for child in body if _is_foot(child)]:
        foot.drop_tree()
    mains = [e for e in body.iter("main", "div", "section") if e.tag == "main" or e.get("role") == "main"]
    if len(mains) == 1:
        words = sum(len(part.split()) for part in mains[0].itertext())
        if words > 0.5 * sum(len(part.split()) for part in body.itertext()):
            return mains[0]
    return body
