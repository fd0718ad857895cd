"""Finds defined terms: in definition clauses, headings, quotes, brackets and plain sentences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.types.document import Clause, Document, Term

_DEFINITIONS = re.compile(
    r"\b(?:definitions?|defined|glossary|abbreviations?)\b|^interpretation$|^(?:defined )?terms$", re.I
)
_Q, _E = '[“"‘]', '[”"’]'
_NAME = r"[A-Z0-9][\w’'&/.+-]*(?:[ -](?:[A-Z0-9(][\w’'&/.+)-]*|of|the|and|to|for|in|on|or|an?))*"
_SHORT = r"\(\s*(?:or\s+)?[“\"]?(?P<short>[A-Z][\w&/-]{0,14}s?)[”\"]?\s*\)"
_SUBJECT = rf"(?P<term>[A-Za-z][\w’'/=-]*(?: [\w’'/=-]+){{0,7}}?)\s*(?:{_SHORT})?"
_START = r"(?:^|(?<=[.;:!?] )|(?<=\n)|(?<=, )|(?<=\())"
_ALL = "each|together|collectively"
_AIM = r"[^()“”\"]{3,40}"
_OR = rf"(?:or\s+{_Q}(?P<short>[^“”\"]{{1,30}}){_E})"
_VERB = (
    r"(?:(?:will )?(?:mean|include|refer|denote)|means|(?:is|are)(?! (?:permi|prohibi|forbid|allow))|shall"
    r"|has|have|refers|includes|comprises?|consists?|denotes|arises?)\b|:"
)
_PATTERNS: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"(?<!\bwas )(?<!\bwere )(?<!\bbe ){_Q}(?P<term>[^“”\"\n]{{2,80}}?){_E}\s*"
        rf"(?:\((?:(?:or\s+)?{_Q}?(?P<short>[A-Z][\w&/ -]{{0,30}}?)\s*{_E}?|with [^()]{{3,50}})\s*\))?"
        rf"\s*(?:,[^,.]{{3,90}},)?\s*(?=(?:(?:,\s*|,?\s*(?:and|or)\s+){_Q}[^“”\"\n]{{2,80}}?{_E}\s*){{0,4}}"
        rf"(?:respectively\s+)?(?:{_VERB})|,\s*meaning\b)"
    ),
    re.compile(
        rf"\((?:(?:hereinafter|hereafter|referred to as|as|jointly|,|for (?:the )?purposes? of {_AIM},"
        rf"|(?P<all>{_ALL}))\s*)*(?:the|an?|each)?\s*{_Q}(?:the\s+)?"
        rf"(?P<term>(?(all)[A-Za-z0-9]|[A-Z0-9])[^“”\"()]{{1,60}}?){_E}\s*{_OR}?\s*"
        rf"(?:\)|,\s*(?={_Q}[a-z])|,?\s*and\s+(?=(?:(?:{_ALL}|the|an?)\s+)*{_Q}))"
    ),
    re.compile(
        rf"{_E},? and (?:(?:{_ALL}) )*(?:the |an? )?{_Q}(?P<term>[^“”\"()]{{2,60}}?){_E}\s*{_OR}?\s*\)"
    ),
    re.compile(r"\(the (?P<term>[A-Z][\w’-]*(?: [A-Z][\w’-]*){0,4})\)"),
    re.compile(
        rf"\b(?:referred to as|known as|called|designated|hereinafter)(?:,? collectively,?)? "
        rf"(?:the )?{_Q}(?:the )?(?P<term>[^“”\"]{{2,60}}?){_E}"
    ),
    re.compile(
        rf"{_START}(?:In the context of [^,.]{{3,40}}, )?(?:an? |the |any )?"
        rf"{_SUBJECT}\s+(?:shall be|is|are|will be) defined (?:as|to be on)\b"
        rf"(?!\s*{_Q}|\s+(?:above|below)\b)",
        re.I,
    ),
    re.compile(rf"\bdefined as (?:the |an? )?{_Q}(?P<term>[^“”\"]{{2,60}}?){_E}\s*(?:[.;]|$)"),
    re.compile(
        r"\b(?:will|shall|is to) be (?:called|known as|referred to as) (?:the )?"
        r"(?P<term>[A-Z]\w*(?: [A-Z]\w*){0,5})(?=[.,;]|$)"
    ),
    re.compile(rf"{_START}(?P<term>{_NAME})\s*(?:{_SHORT})?\s+(?:means\b|has the (?:same )?meaning\b)"),
    re.compile(r"(?:\(|\bwhere )(?P<term>[a-z]\w+(?: \w+){0,3}) means\b(?! *[).,;])"),
    re.compile(rf"{_START}(?:An? )?{_SUBJECT}\s+refers to\b"),
    re.compile(
        rf"{_START}An? (?P<term>[\w’'/-]+(?: [\w’'/-]+){{0,4}}?)\s*(?:{_SHORT})?\s+is (?:an?|the) (?=\w)"
    ),
    re.compile(rf"{_START}The (?P<term>[a-z][\w’-]*) of an? [^.,;]{{2,40}}? is the\b"),
    re.compile(
        rf"^(?!An? |The |We |You )(?P<term>{_NAME})\s*(?:{_SHORT})?\s+(?:is|are) "
        r"(?:all|any|the|an?|each|every)\b"
    ),
    re.compile(rf"^(?:[-–•] )?The {_Q}(?P<term>[^“”\"]{{2,60}}?){_E}(?:\s*[.:]|, which\b)"),
    re.compile(rf"\b(?:is|are|be) an? {_Q}(?P<term>[A-Z][^“”\"]{{1,60}}?){_E}\s*(?:[.;]|$)"),
)
_NEEDED = (
    *("", "(", " and ", "(the ", "", "defined", "defined as", " be ", "mean", "means", "refers to"),
    *("is ", "is the", "", "the ", " a"),
)
"""Small letters that each pattern needs; most clauses are not searched for it."""
_SIGN = r"(?:[-–•o○]\s+)?"
_BULLET = re.compile(rf"^{_SIGN}{_Q}?(?P<term>[A-Z][\w’'/ &-]{{1,70}}?){_E}?\s*(?:{_SHORT})?\s?:\s*(?=\S|$)")
_ENTRY = re.compile(
    r"^(?:\| (?P<cell>[A-Z][^|]{1,60}?) \| (?=[^|]+ [^|]+ [^|]+\. \|$)"
    r"|(?:An? |The |(?=[A-Z]))(?!(?:An?|The|All|Any|No|Each|following) )"
    r"(?P<term>[\w’'-]+(?: (?![Aa]n? |[Tt]he )[\w’'-]+){0,3}?)"
    r"(?: in [^,.]{3,30})? (?:is|are) (?:an?|the|one|[a-z]+(?<!ed)(?<!ing)) )"
)
"""The start of a line below a heading that promises definitions: a row of two cells, or `X is ...`."""
_MEANS = re.compile(
    rf"(?:^{_SIGN}|(?<=[.;:—–] ))(?:An? |The )?(?P<term>\w[\w’'/-]*(?: \w[\w’'/-]*){{0,5}}?)"
    r"(?:,[^,.;]{3,40},)? (?:(?:shall |will )?mean|means) (?=[\w:])"
)
"""`strong wind means ...` there, also behind another sentence; elsewhere only a capitalised name is one."""
_DASHED = re.compile(
    rf"{_SIGN}(?P<term>[A-Za-z][\w’'/-]*(?: [\w’'/-]+){{0,5}}?)"
    r"\s(?:[–—-]|=|includes)\s(?=[^\W\d]|\d\S* [^\W\d])"
)
"""`attendant – person stationed outside` and `fraction includes a decimal fraction` there."""
_IN_HEADING = re.compile(r"\s*\((?:or\s+)?[“\"]?([^()“”\"]{1,40})[”\"]?\)\s*")
_QUOTED = re.compile(rf"{_Q}([^“”\"]+){_E}")
"""`“Construction” and “Constructed”` are two terms."""
_PLURAL = re.compile(r"(?<=[a-z])\(e?s\)")
"""Of `Roll Hoop(s)`."""
_FULL_NAME = re.compile(r"([A-Z][\w’'-]*(?:\s+(?:of|and|for|the|de|[A-Z][\w’'-]*))*)\s*$")
_NO_NAME = re.compile(r"[\[\]“”\"?!]|[’'] |\b(?:is|are|was|shall|means?)\b")
"""What no term holds: marks of a quotation or of a blank, `[name]`, and a verb."""
_STOP = {
    "and",
    "or",
    "as",
    "in",
    "for",
    "at",
    "on",
    "under",
    "it",
    "this",
    "that",
    "there",
    "which",
    "he",
    "they",
    "the",
    "these",
    "such",
    "who",
    "what",
    "if",
    "no",
    "each",
    "by",
    "once",
    "when",
    "unless",
    "where",
    "including",
}
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[.;] (?=[^\W\d_a-z]|[“\"‘(])")
"""The end of a sentence before another: `Article 9.1.c. and ...` goes on."""
LONGEST_LETTER = 3
"""Characters of a heading that only sorts the terms below it: `A`, `A-C`."""
LONG_DEFINITION = 600
"""Characters after which no further sentence or item is added to a definition."""


@dataclass(frozen=True, slots=True)
class _Found:
    term: str
    start: int
    aliases: tuple[str, ...]


def find(document: Document, clauses: Sequence[Clause]) -> tuple[Term, ...]:
    """Every definition in force, in printed order; a term comes once for each clause that defines it."""
    by_id = {c.id: c for c in clauses}
    children: dict[str | None, list[Clause]] = defaultdict(list)
    for clause in clauses:
        children[clause.parent].append(clause)
    found: list[Term] = []
    seen: set[tuple[str, str]] = set()
    prefix = f"{document.id}/"
    for clause in clauses:
        if not (clause.in_force and clause.binding):
            continue
        defining = _defines(clause, by_id)
        for one in _of_clause(clause, defining):
            key = (one.term.lower(), clause.id)
            if key not in seen and _is_term(one.term) and not _is_own_name(clause, one, document):
                seen.add(key)
                number = clause.id.removeprefix(prefix)
                definition = _whole(_definition(clause, one), clause, children)
                if definition:
                    found.append(Term(one.term, number, clause.page_at(one.start), definition, one.aliases))
    return tuple(found)


def _defines(clause: Clause, by_id: dict[str, Clause]) -> bool:
    """The nearest heading above the clause promises definitions."""
    at: Clause | None = clause
    while at is not None:
        if at is not clause and len(at.heading) > LONGEST_LETTER and not _DEFINITIONS.search(at.heading):
            return at.kind == "clause" and re.match(r"definitions?\b", at.text, re.I) is not None
        if _DEFINITIONS.search(at.heading) and (at is not clause or at.kind != "clause" or not at.text):
            return at is not clause
        if at is not clause and re.match(r"definitions?\b", at.text, re.I):
            return True
        at = by_id.get(at.parent) if at.parent else None
    return False


def _of_clause(clause: Clause, defining: bool) -> Iterator[_Found]:
    if clause.kind == "definition":
        name = re.sub(r"#\d+$", "", clause.number.rpartition("/")[2])
        yield _Found(name, 0, _aliases(clause.text[:160]))
    elif defining and clause.kind in ("clause", "item") and _names(clause.heading):
        name = _PLURAL.sub("", clause.heading)
        aliases = tuple(a.strip() for a in _IN_HEADING.findall(name))
        quoted = _QUOTED.findall(name) if _QUOTED.match(name) else []
        for one in quoted or [_IN_HEADING.sub(" ", name)]:
            yield _Found(one.strip(" :."), 0, () if quoted else aliases)
    listing = defining or bool(re.match(r"definitions?\b", clause.text, re.I))
    promised = (defining and not clause.heading) or bool(_DEFINITIONS.search(clause.heading))
    low = clause.text.lower()
    patterns = [p for p, needed in zip(_PATTERNS, _NEEDED, strict=True) if needed in low]
    start = 0
    for paragraph in clause.text.split("\n"):
        if (
            listing
            and (match := _BULLET.match(paragraph))
            and not re.match(r"definitions?$", match["term"], re.I)
        ):
            yield _Found(match["term"].strip(), start, _short(match))
        if promised:
            yield from _listed(paragraph, start)
        for pattern in patterns:
            for match in pattern.finditer(paragraph):
                term = re.sub(r"\s*\([^)]*\)$", "", match["term"]).strip(" ,.")
                names = (*_short(match), *_written_out(term, paragraph[: match.start()]))
                yield _Found(term, start + match.start(), names if match.group()[0] == "(" else _short(match))
        start += len(paragraph) + 1


def _listed(paragraph: str, start: int) -> Iterator[_Found]:
    """The terms of a paragraph below a heading that promises definitions."""
    if match := _ENTRY.match(paragraph):
        yield _Found(match["cell"] or match["term"], start, ())
        return
    dashed = _DASHED.match(paragraph)
    means = [match for match in _MEANS.finditer(paragraph) if _is_term(match["term"])]
    for match in means or ([dashed] if dashed else []):
        yield _Found(match["term"], start + match.start(), ())


def _names(heading: str) -> bool:
    """A heading that may be a term, and does not promise some itself."""
    return bool(heading) and not _DEFINITIONS.search(heading)


def _aliases(text: str) -> tuple[str, ...]:
    match = re.match(rf"^{_Q}?[^(]{{1,90}}?\(([^)]{{1,80}})\)", text)
    if match is None:
        return ()
    names = (n.strip(' “”"‘’,') for n in re.split(r"\bor\b|,", match[1]))
    return tuple(n for n in names if n and n[0].isupper())


def _written_out(term: str, before: str) -> tuple[str, ...]:
    """The name for which a bracket gives a shorter one: `International Sporting Code` of `(the Code)`."""
    found = _FULL_NAME.search(before)
    words = found[1].removeprefix("The ").split() if found else []
    initials = "".join(word[0] for word in words if word[0].isupper())
    name = " ".join(words)
    return (name,) if name.endswith(f" {term}") or (len(words) > 1 and initials == term) else ()


def _short(match: re.Match[str]) -> tuple[str, ...]:
    short = match.groupdict().get("short")
    return (short.strip(),) if short else ()


def _is_term(term: str) -> bool:
    words = term.lower().split()
    named = 0 < len(words) <= 12 and len(term) >= 2 and words[0] not in _STOP and not term.isdigit()
    return named and words[-1] not in ("who", "which", "that") and not _NO_NAME.search(term)


def _is_own_name(clause: Clause, found: _Found, document: Document) -> bool:
    """What the book says of whose it is defines nothing: `Old Mill is a school with a garden`."""
    said = clause.text[found.start :].startswith((f"{found.term} is ", f"{found.term} are "))
    return said and re.search(rf"\b{re.escape(found.term)}\b", document.title) is not None


def _definition(clause: Clause, found: _Found) -> str:
    """The paragraph from the sentence on in which the term is defined; all of a definition's own clause."""
    line = clause.text.rfind("\n", 0, found.start) + 1
    ends = [m.end() for m in _SENTENCE.finditer(clause.text, line, found.start + 1)]
    ends += [found.start] if re.search(r"[.;] $", clause.text[: found.start][-2:]) else []
    text = clause.text[max([line, *ends]) :]
    paragraph = text if clause.kind == "definition" else text.split("\n")[0] or text
    said = "\n".join(line for line in paragraph.split("\n") if _LETTER.search(line))
    return _shortened(re.sub(r"\s+", " ", said).strip(" |"))


def _shortened(definition: str) -> str:
    """The sentences of a long definition that begin within its first characters, each whole."""
    ends = (m.start() + 1 for m in _SENTENCE.finditer(definition, LONG_DEFINITION))
    return definition[: next(ends, len(definition))]


def _whole(definition: str, clause: Clause, children: Mapping[str | None, Sequence[Clause]]) -> str:
    """The definition with the items that it announces: `means either: a. ...; or b. ...`."""
    if not definition.endswith(":"):
        return definition
    for item in children.get(clause.id, ()):
        if item.kind == "item" and item.in_force and item.binding and len(definition) < LONG_DEFINITION:
            label = item.number.removeprefix(clause.number).strip("/.")
            words = _whole(" ".join((item.heading + " " + item.text).split()), item, children)
            definition = f"{definition} {label} {words}"
    return definition
