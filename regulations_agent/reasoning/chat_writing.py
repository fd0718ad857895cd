"""Writing by a language model: its sentences are held to the evidence, the program attaches the quotes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulations_agent.answer.quantities import quantities, show
from regulations_agent.answer.sentences import Span
from regulations_agent.answer.text import book_name, joined, marked, marks_of
from regulations_agent.answer.verify import cite
from regulations_agent.prompts.load import filled
from regulations_agent.reasoning.chat import Message
from regulations_agent.reasoning.chat_budget import Budget
from regulations_agent.reasoning.chat_claims import Claim, Support, check
from regulations_agent.reasoning.chat_evidence import Evidence, make_fence
from regulations_agent.reasoning.chat_faults import ModelFault
from regulations_agent.reasoning.chat_forms import DraftForm
from regulations_agent.reasoning.chat_models import Models
from regulations_agent.reasoning.chat_numbers import Wrong
from regulations_agent.reasoning.reading import Reading
from regulations_agent.reasoning.values import values_of
from regulations_agent.types.answer import Citation, Value
from regulations_agent.types.document import Document
from regulations_agent.types.run import Draft, Hit

MOST_SENTENCES = 16
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
        fence = make_fence([question, *(p.text for p in evidence.pieces)])
        prompt = filled("write", fence=fence, evidence=evidence.shown(), question=question)
        system = filled("system", persona=self.persona, fence=fence)
        messages: tuple[Message, ...] = (
            {"role": "system", "content": system},
            {"role": "user", "content": prompt},
        )
        form = self.models.fill(model, messages, DraftForm, self.budget)
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
        again: tuple[Message, ...] = (
            *messages,
            {"role": "assistant", "content": form.model_dump_json()},
            {"role": "user", "content": filled("mend", problems=listed)},
        )
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
    return list(claims.values()), problems


def as_draft(claims: Sequence[Claim], reading: Reading) -> Draft:
    """The claims as Markdown with source marks, the quotes that carry them, and their values."""
    citations = _citations(claims)
    marks = marks_of(citations)
    newest = _newest(claims) if reading.ask.intent == "comparison" else None
    lines: list[str] = []
    for claim in claims:
        text = marked(f"{_said(claim)}{_former(claim, newest)}", _clause_ids(claim), marks)
        if claim.item:
            lines.append(f"- {text}")
        elif lines and not lines[-1].startswith("- "):
            lines[-1] = f"{lines[-1]} {text}"
        else:
            lines.append(text)
    body = "\n\n".join(lines).replace("\n\n- ", "\n- ").replace("\n- ", "\n\n- ", 1)
    return Draft(body, citations, _values(claims, reading))


def _said(claim: Claim) -> str:
    text = claim.text
    if claim.expression is not None and claim.value is not None:
        shown = claim.expression.partition("=")[0].strip().translate(_SIGNS)
        text = f"{text} ({shown} = {show(claim.value)})"
    tools = {s.piece.tool for s in claim.supports if s.piece.tool}
    note = "".join(f" (said by the tool `{tool}`, which is no rulebook)" for tool in sorted(tools))
    return f"{_escaped(text)}{note}"


def _newest(claims: Sequence[Claim]) -> Document | None:
    """The latest of the documents that a comparison rests on."""
    documents = [s.piece.hit.document for claim in claims for s in claim.supports if s.piece.hit]
    return max(documents, key=lambda d: (d.season or 0, d.issue or 0), default=None)


def _former(claim: Claim, newest: Document | None) -> str:
    """Marks what only an older document says."""
    documents = {s.piece.hit.document for s in claim.supports if s.piece.hit}
    if newest is None or not documents or any(d.id == newest.id for d in documents):
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
