"""Marks within AsciiDoc text: bold, italic, raised, struck, links, references and attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from regulations_agent.corpus.flow.blocks import Run
from regulations_agent.corpus.flow.runs import tidy

DEEPEST = 8
"""Marks in marks."""
LONGEST = 2_000
"""Characters between two marks of a pair at most."""
_ATTRIBUTE = re.compile(r"\\?\{([\w-]+)\}")
_BUILT_IN = {
    "nbsp": " ", "zwsp": "", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "deg": "°", "plus": "+", "amp": "&", "lt": "<", "gt": ">", "empty": "", "blank": "", "sp": " ",
    "startsb": "[", "endsb": "]", "vbar": "|", "caret": "^", "asterisk": "*", "tilde": "~", "backtick": "`",
}  # fmt: skip
_INNER = rf"\S(?:.{{0,{LONGEST}}}?\S)??"
_PATTERN = re.compile(
    "|".join(
        (
            r"\\(?P<escape>[*_`#^~+\[\]<{])",
            r"pass:\w*\[(?P<passed>[^\]]*)\]",
            r"\+\+\+(?P<triple>.+?)\+\+\+",
            r"(?:link|mailto|xref|image|icon|kbd|btn|menu|anchor):(?P<target>[^\s\[\]:][^\s\[\]]*)?\[(?P<label>[^\]]*)\]",
            r"(?P<url>(?:https?|ftp|irc|mailto):[^\s\[\]<>]+)\[(?P<shown>[^\]]*)\]",
            r"<<(?P<id>[^,>\n]+)(?:,(?P<reference>[^>]*))?>>",
            r"footnote(?:ref)?:\w*\[(?P<note>[^\]]*)\]",
            r"\[\[(?P<anchor>[\w:.-]+)(?:,[^\]]*)?\]\]",
            r"\[(?P<role>[\w.#% -]+)\](?P<fence>##?)(?P<spanned>\S(?:.*?\S)??)(?P=fence)",
            rf"\*\*(?P<bold2>{_INNER})\*\*|(?<![\w*])\*(?P<bold>{_INNER})\*(?![\w*])",
            rf"__(?P<italic2>{_INNER})__|(?<![\w_])_(?P<italic>{_INNER})_(?![\w_])",
            rf"``(?P<mono2>{_INNER})``|(?<![\w`])`(?P<mono>{_INNER})`(?![\w`])",
            rf"(?<![\w+])\+(?P<plus>{_INNER})\+(?![\w+])",
            r"\^(?P<raised>[^\s^]+)\^|(?<!~)~(?P<lowered>[^\s~]+)~(?!~)",
            rf"(?<![\w#])#(?P<marked>{_INNER})#(?![\w#])",
        )
    ),
    re.S,
)
_SIGNS = (
    (r"(C)", "©"),
    (r"(R)", "®"),
    (r"(TM)", "™"),
    ("...", "…"),
    (" -- ", " — "),
    ("->", "→"),
    ("=>", "⇒"),
)


def attributes(text: str, known: Mapping[str, str]) -> str:
    """The text with `{name}` replaced where the name is known."""

    def value(match: re.Match[str]) -> str:
        name = match[1].lower()
        found = known.get(name, _BUILT_IN.get(name))
        return match[0] if found is None or match[0].startswith("\\") else found

    return _ATTRIBUTE.sub(value, text)


def runs_of(text: str, known: Mapping[str, str], notes: list[str] | None = None) -> tuple[Run, ...]:
    """The words as runs; footnotes go to `notes`, and their numbers stay in the text."""
    return tidy(_parse(attributes(text, known), Run(""), notes if notes is not None else [], 0))


def _parse(text: str, look: Run, notes: list[str], depth: int) -> Iterator[Run]:
    at = 0
    for match in _PATTERN.finditer(text) if depth < DEEPEST else ():
        yield replace(look, text=_signs(text[at : match.start()]))
        yield from _marked(match, look, notes, depth + 1)
        at = match.end()
    yield replace(look, text=_signs(text[at:]))


def _marked(match: re.Match[str], look: Run, notes: list[str], depth: int) -> Iterator[Run]:
    found = {name: text for name, text in match.groupdict().items() if text is not None}
    for names, style in (
        (("bold", "bold2"), {"bold": True}),
        (("italic", "italic2"), {"italic": True}),
        (("raised", "lowered"), {"sup": True}),
        (("mono", "mono2", "plus", "marked"), {}),
    ):
        for name in found.keys() & set(names):
            yield from _parse(found[name], replace(look, **style), notes, depth)  # type: ignore[arg-type]
            return
    if "spanned" in found:
        struck = {"line-through", "strike", "del"} & set(re.split(r"[.#% ]+", found["role"]))
        yield from _parse(found["spanned"], replace(look, state="deleted") if struck else look, notes, depth)
    elif "note" in found:
        notes.append(found["note"])
        yield replace(look, text=str(len(notes)), sup=True)
    else:
        shown = found.get("label", found.get("shown", found.get("reference")))
        if match[0].startswith(("image:", "icon:", "anchor:")):
            return
        plain = found.get("escape") or found.get("passed") or found.get("triple")
        text = (
            plain or (shown or "").split(",")[0].strip('"^ ') or found.get("url") or found.get("target") or ""
        )
        if "id" in found and not shown:
            text = f"[{found['id']}]"
        yield from _parse(text, look, notes, DEEPEST)


def _signs(text: str) -> str:
    for written, sign in _SIGNS:
        if written in text:
            text = text.replace(written, sign)
    return text
