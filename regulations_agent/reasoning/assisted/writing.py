"""Writing by a language model: its sentences are held to the evidence, the program attaches the quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.answer.table_quotes import has_rows
from regulations_agent.answer.text import book_name, joined, marked, marks_of, one_line, quoted
from regulations_agent.answer.verify import cite
from regulations_agent.language.quantities import quantities, show
from regulations_agent.language.sentences import Span
from regulations_agent.prompts.load import filled
from regulations_agent.reasoning.checking.claims import Claim, Support, check, led
from regulations_agent.reasoning.computing.expression import Wrong
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.chat import Message
from regulations_agent.reasoning.model.evidence import Evidence, make_fence
from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.reasoning.model.forms import MOST_SENTENCES, DraftForm, salvaged
from regulations_agent.reasoning.model.models import Models, turned
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.reasoning.understanding.values import values_of
from regulations_agent.types.answer import Citation, Value
from regulations_agent.types.run import Draft, Hit

MOST_PRINTED = 2
"""Rules that are printed below what a model made of them."""
_SIGNS = str.maketrans({"*": "×", "-": "−"})


@dataclass(frozen=True, slots=True)
class Written:
    """What came of a model's sentences."""

    claims: tuple[Claim, ...]
    dropped: int
    """Sentences that did not stand, even after they were sent back."""
    answered: bool
    """The model found an answer in the evidence."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the answer to one question with one model."""

    models: Models
    persona: str
    budget: Budget

    def write(self, model: str, question: str, evidence: Evidence) -> Written:
        """Sentences that stand; those that do not are sent back once. Raises `ModelFault`."""
        shown = evidence.shown()
        fence = make_fence([question, shown])
        proof = self.models.fence(shown)
        prompt = filled("write", proof=proof, evidence=shown, fence=fence, question=question)
        system = filled("system", persona=self.persona)
        messages: tuple[Message, ...] = (
            {"role": "system", "content": system},
            {"role": "user", "content": prompt},
        )
        possible = {"evidence": [piece.number for piece in evidence.pieces]}
        try:
            form = self.models.fill(model, messages, DraftForm, self.budget, possible)
        except ModelFault as fault:
            if (whole := salvaged(fault.text)) is None:
                raise
            form = whole
        claims, problems = checked(form, evidence, question)
        if problems:
            again = self._mended(model, messages, form, problems)
            claims, problems = checked(again, evidence, question) if again else (claims, problems)
        return Written(tuple(claims), len(problems), form.answered)

    def _mended(
        self, model: str, messages: tuple[Message, ...], form: DraftForm, problems: Mapping[int, str]
    ) -> DraftForm | None:
        """The sentences as the model mends them; None when it does not, or may not any more."""
        listed = "\n".join(f"- {form.sentences[n].text[:200]!r}: {why}" for n, why in problems.items())
        again = turned(messages, form.model_dump_json(), filled("mend", problems=listed))
        try:
            return self.models.fill(model, again, DraftForm, self.budget)
        except ModelFault:
            return None


def checked(form: DraftForm, evidence: Evidence, question: str) -> tuple[list[Claim], dict[int, str]]:
    """The sentences that stand, each once, and by place why others do not."""
    claims: dict[str, Claim] = {}
    problems: dict[int, str] = {}
    if not form.answered:
        return [], {}
    for place, sentence in enumerate(form.sentences[:MOST_SENTENCES]):
        try:
            claim = check(sentence, evidence, question)
        except Wrong as why:
            problems[place] = str(why)
        else:
            claims.setdefault(claim.text, claim)
    return led(list(claims.values()), form.verdict, question), problems


def as_draft(written: Written, reading: Reading) -> Draft:
    """The claims as Markdown with source marks, the quotes that carry them, and their values."""
    claims = written.claims
    citations = _citations(claims)
    marks = marks_of(citations)
    latest = _latest(claims)
    lines: list[str] = []
    for claim in claims:
        text = marked(f"{_said(claim)}{_former(claim, latest)}", _clause_ids(claim), marks)
        if claim.item:
            lines.append(f"- {text}")
        elif lines and not lines[-1].startswith("- "):
            lines[-1] = f"{lines[-1]} {text}"
        else:
            lines.append(text)
    body = "\n\n".join(lines).replace("\n\n- ", "\n- ").replace("\n- ", "\n\n- ", 1)
    said = " ".join(claim.text for claim in claims)
    printed = [
        quoted(marked(f"**{c.clause}** {one_line(c.quote)}", [c.clause_id], marks))
        for c in citations[:MOST_PRINTED]
        if one_line(c.quote) not in said and not has_rows(c.quote)
    ]
    return Draft("\n\n".join([body, *printed]), citations, _values(claims, reading))


def _said(claim: Claim) -> str:
    text = claim.text
    if claim.expression is not None and claim.value is not None:
        shown = claim.expression.partition("=")[0].strip().translate(_SIGNS)
        text = f"{text} ({shown} = {show(claim.value)})"
    tools = {s.piece.tool for s in claim.supports if s.piece.tool}
    note = "".join(f" (said by the tool `{tool}`, which is no rulebook)" for tool in sorted(tools))
    return f"{_escaped(text)}{note}"


def _latest(claims: Sequence[Claim]) -> dict[str, str]:
    """By section the id of the latest of the documents that the claims rest on."""
    documents = [s.piece.hit.document for claim in claims for s in claim.supports if s.piece.hit]
    return {d.section: d.id for d in sorted(documents, key=lambda d: (d.season or 0, d.issue or 0))}


def _former(claim: Claim, latest: Mapping[str, str]) -> str:
    """Marks what only an older document says than another claim rests on."""
    documents = {s.piece.hit.document for s in claim.supports if s.piece.hit}
    if not documents or any(d.id == latest[d.section] for d in documents):
        return ""
    return f" (former: {joined(sorted(book_name(d) for d in documents))})"


def _escaped(text: str) -> str:
    """Signs that Markdown would read; `×` and `−` stand in expressions already."""
    for sign in "\\`*_<>|[]~":
        text = text.replace(sign, f"\\{sign}")
    return text


def _clause_ids(claim: Claim) -> list[str]:
    return [s.piece.hit.id for s in claim.supports if s.piece.hit]


def _citations(claims: Sequence[Claim]) -> tuple[Citation, ...]:
    """One for each clause, in the order in which claims rest on them; the quote spans what they rest on."""
    spans: dict[str, Span] = {}
    hits: dict[str, Hit] = {}
    for support in (s for claim in claims for s in claim.supports):
        if support.piece.hit is not None:
            key = support.piece.hit.id
            hits[key] = support.piece.hit
            spans[key] = _joined(spans.get(key), support)
    cited = (cite(hit, hit.clause.text[spans[key].start : spans[key].end]) for key, hit in hits.items())
    return tuple(citation for citation in cited if citation.verified)


def _joined(known: Span | None, support: Support) -> Span:
    span = support.span
    return span if known is None else Span(min(known.start, span.start), max(known.end, span.end))


def _values(claims: Sequence[Claim], reading: Reading) -> tuple[Value, ...]:
    """The computed results; else what the first sentence gives of the kind asked for."""
    made = [
        Value(round(c.value, 6), _unit_of(c), c.expression, tuple(_clause_ids(c)))
        for c in claims
        if c.value is not None
    ]
    if made or not claims:
        return tuple(made)
    first = claims[0]
    return values_of(reading.ask, first.text, _clause_ids(first))


def _unit_of(claim: Claim) -> str | None:
    """The unit that the sentence gives the result."""
    near = (
        q for q in quantities(claim.text) if claim.value is not None and abs(q.value - claim.value) < 0.01
    )
    return next((q.unit for q in near if q.unit), None)
