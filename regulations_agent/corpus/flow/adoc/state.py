"""What runs through an AsciiDoc document, and the attributes of its blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

STYLE = "1"
"""Name of the attribute that a block's style is."""
_NAMED = re.compile(r"""(?:([\w-]+)=)?(?:"([^"]*)"|([^,]*)),?""")


@dataclass(slots=True)
class State:
    """Attributes, section numbers and notes so far."""

    known: dict[str, str] = field(default_factory=dict)
    """Attributes by name."""
    sections: list[int] = field(default_factory=list)
    appendices: int = 0
    letter: str = ""
    """Of the appendix that the sections stand in."""
    special: int = 0
    """Level of the section without a number that they stand in; 0 for none."""
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def joined(lines: Sequence[str]) -> str:
    """The lines as one text, with line ends where ` +` asks for them."""
    return "\n".join(lines).replace(" +\n", "\0").replace("\n", " ").replace("\0", "\n").strip()


def block_attributes(text: str) -> dict[str, str]:
    """`[loweralpha,start=4]` -> {1: "loweralpha", loweralpha: "", start: "4"}; signs of roles and options are
    names too."""
    said = {STYLE: style[0].lower()} if (style := re.match(r"[\w-]+(?![\w=-])", text)) else {}
    for match in _NAMED.finditer(text):
        value = (match[2] if match[2] is not None else match[3]).strip()
        if match[1]:
            said[match[1].lower()] = value
        else:
            said |= dict.fromkeys(filter(None, re.split(r"[.#%\s]+", value.lower())), "")
    return said
