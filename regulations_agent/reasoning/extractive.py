"""The embedded engine: plans by rules, answers with the clause itself, grades from evidence; needs no
model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulations_agent.answer.text import quoted
from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.reasoning.answering import answer
from regulations_agent.reasoning.choosing.chances import (
    chance,
    least,
    question_features,
    rule_features,
)
from regulations_agent.reasoning.choosing.evidence import evidence, hits_of, rank
from regulations_agent.reasoning.choosing.grading import grade
from regulations_agent.reasoning.choosing.rules import gather
from regulations_agent.reasoning.choosing.select import Ranked, choices
from regulations_agent.reasoning.computing.arithmetic import asks_computation
from regulations_agent.reasoning.drafting.abstaining import unheard
from regulations_agent.reasoning.plan import (
    HOME,
    arguments,
    combination,
    first_calls,
    next_calls,
    number_calls,
)
from regulations_agent.reasoning.understanding.books import compared, pick
from regulations_agent.reasoning.understanding.reading import Reading, read_question
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.tools.base import AnyTool
from regulations_agent.tools.out_of_scope_handler import decline_text
from regulations_agent.tools.regulation_comparison import is_about_whole
from regulations_agent.types.document import Document
from regulations_agent.types.run import (
    Draft,
    Feedback,
    Filters,
    Grade,
    Intent,
    Plan,
    Question,
    ToolCall,
    ToolResult,
)

UNQUOTED = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>[]#|"})
"""Signs that Markdown would read."""
_LOOKED_AT = 10
"""Hits among which a rule is sought for what seems to be about something else."""
_LIKELY = 0.4
"""The chance that one of them answers, from which it is not declined all the same: the nearest rules say more
than a refusal. A little above what an answer needs, for it seems to be about something else."""
_ALONE, _COVERED = 0.66, 0.75
"""What a book that one of two seasons lacks must fit, against the sum of one that both have, of which a rule
holds less than that share of the question's words."""
_Last = tuple[Question, tuple[ToolResult, ...], tuple[Reading, list[Ranked]]]


def outside_draft(plan: Plan, results: Sequence[ToolResult], tools: Mapping[str, AnyTool]) -> Draft | None:
    """The words of the tool from outside that was chosen by hand; None when it is none, or said nothing."""
    called = [r for r in results if plan.manual and r.call.tool in tools and tools[r.call.tool].outside]
    said = [(r.call.tool, r.output.summary.strip()) for r in called if r.output and r.output.summary.strip()]
    if not said:
        return None
    tool, words = said[-1]
    if addresses_assistant(words):
        why = f"What {tool} returned gives orders to a language model and is not shown."
        text = f"The tool `{tool}` returned nothing that can be shown."
        return Draft(text, abstained=True, warnings=(why,))
    text = f"The tool `{tool}`, which is no rulebook, returned:\n\n{quoted(words.translate(UNQUOTED))}"
    return Draft(text, warnings=(f"What {tool} returned is not verified against any rulebook.",))


def free_arguments(tool: AnyTool, question: str) -> dict[str, object]:
    """The question as the one text that a tool needs; nothing for a tool that needs anything else."""
    needed = [name for name, field in tool.args.model_fields.items() if field.is_required()]
    if len(needed) != 1 or tool.args.model_fields[needed[0]].annotation is not str:
        return {}
    field = tool.args.model_fields[needed[0]]
    return {field.alias or needed[0]: question}


class Extractive:
    """A `Reasoner` without a language model; deterministic, safe to share between threads."""

    engine = "extractive"

    def __init__(self, library: Retriever, tools: Mapping[str, AnyTool], settings: Settings) -> None:
        self.library, self.tools, self.settings = library, dict(tools), settings
        self._last: _Last | None = None

    def plan(self, question: Question, feedback: Feedback | None) -> Plan:
        reading = self.read(question)
        if question.tool is not None:
            return self._manual(question, question.tool, reading)
        if feedback is not None:
            return self._again(question, feedback)
        if self._foreign(reading):
            return self._decline(reading, "nothing in the rulebooks is about it")
        calls = first_calls(reading, tuple(self.tools), self.library.documents, self._section(reading))
        intent: Intent = "multi_tool" if asks_computation(reading.ask.text) else reading.ask.intent
        ask = reading.ask
        return Plan(intent, calls, ask.confidence, ask.reason, reading.query)

    def draft(self, question: Question, plan: Plan, results: Sequence[ToolResult]) -> Draft:
        declined = next(
            (r for r in results if r.ok and r.output and r.call.tool == HOME["out_of_scope"]), None
        )
        if declined is not None and declined.output is not None:
            return Draft(declined.output.summary, refused="out_of_scope")
        if (said := outside_draft(plan, results, self.tools)) is not None:
            return said
        reading, ranked = self.ranked(question, results)
        first = opening(results)
        later = results[len(first) :]
        return answer(reading, ranked, first, self.library, later=later)

    def grade(self, question: Question, draft: Draft, results: Sequence[ToolResult]) -> Grade:
        reading, ranked = self.ranked(question, results)
        return grade(draft, evidence(reading, ranked, draft, self.library))

    def ranked(self, question: Question, results: Sequence[ToolResult]) -> tuple[Reading, list[Ranked]]:
        """The question as understood and the rules that may answer; what a draft was made from is kept for
        its grade and for later rounds."""
        first, last = opening(results), self._last
        if last is not None and last[0] == question and _same(last[1], first):
            return last[2]
        reading = self.read(question)
        found = reading, rank(reading, hits_of(first), self.library)
        self._last = question, tuple(first), found
        return found

    def read(self, question: Question) -> Reading:
        """The question as understood."""
        return read_question(question, self.library)

    def _manual(self, question: Question, tool: str, reading: Reading) -> Plan:
        args: dict[str, object] = dict(question.tool_input) if question.tool_input is not None else {}
        if question.tool_input is None and tool in HOME.values():
            args = dict(arguments(tool, reading, reading.query or question.text, self._pair(reading)))
        elif question.tool_input is None:
            args = free_arguments(self.tools[tool], question.text)
        intent: Intent = next((i for i, name in HOME.items() if name == tool), "general")
        call = ToolCall("r1c1", tool, args, 1)
        return Plan(intent, (call,), 1.0, "chosen by hand", reading.query or question.text, manual=True)

    def _pair(self, reading: Reading) -> tuple[Document, Document] | None:
        return compared(reading.named, self.library.documents, self._section(reading))

    def _again(self, question: Question, feedback: Feedback) -> Plan:
        reading, ranked = self.ranked(question, feedback.results)
        calls, query = next_calls(reading, feedback, tuple(self.tools), next(iter(ranked), None))
        first = feedback.plans[0]
        return replace(
            first, calls=calls, query=query, reason=combination(feedback.strategy),
            confidence=round(0.8 * first.confidence, 3),
        )  # fmt: skip

    def _foreign(self, reading: Reading) -> bool:
        """Nothing in the rulebooks is about it, and no rule that is found answers it all the same, or none of
        its words stands in any; never said of one that names a clause, or whole books."""
        if reading.numbers or (reading.ask.form == "compare" and is_about_whole(reading.ask.text)):
            return False
        seen = question_features(reading, self.library)
        if not seen or chance("in_scope", seen) >= least("in_scope"):
            return not seen
        if len(unheard(reading, self.library)) == len(reading.want.weights):
            return True
        ranked = rank(
            reading, self.library.search(reading.subject, _LOOKED_AT, reading.filters), self.library
        )
        return not ranked or chance("answerable", seen | rule_features(reading, ranked)) < _LIKELY

    def _decline(self, reading: Reading, why: str) -> Plan:
        tool = HOME["out_of_scope"]
        if tool in self.tools:
            calls = number_calls([(tool, arguments(tool, reading, reading.query))], 1)
            return Plan("out_of_scope", calls, 0.9, why, reading.query)
        return Plan("out_of_scope", (), 0.9, why, reading.query, decline_text(self.library), "out_of_scope")

    def _section(self, reading: Reading) -> str | None:
        """The section that a comparison is about, where it names none: the one that fits best in both
        seasons."""
        if reading.filters.section or (reading.ask.intent != "comparison" and reading.ask.form != "still"):
            return reading.filters.section
        documents = self.library.documents
        seasons = reading.named.seasons[:2] or (reading.filters.season,)
        both: dict[str, tuple[float, float]] = {}
        alone: dict[str, tuple[float, float]] = {}
        for section in sorted({d.series for d in documents}):
            held = [s for s in seasons if pick(documents, s, section, None)]
            fits = [self._best(reading, Filters(s, section)) for s in held]
            if fits and len(held) == len(seasons):
                both[section] = sum(score for score, _ in fits), min(share for _, share in fits)
            elif fits:
                alone[section] = max(fits)
        first = max(both, key=lambda key: (both[key], key), default=None)
        lone = max(alone, key=lambda key: (alone[key], key), default=None)
        if first is None or lone is None:
            return first or lone
        weak = both[first][1] < _COVERED and alone[lone][0] > _ALONE * both[first][0]
        return lone if weak else first

    def _best(self, reading: Reading, filters: Filters) -> tuple[float, float]:
        """How well the best rule of a book fits, in [0, 2], and the share of the question that it holds."""
        hits = self.library.search(reading.subject, 5, filters)
        found = [
            (r.found + best[0].score, sum(reading.want.weights[w] for w in best[0].words))
            for r in gather(hits, self.library)
            if (best := choices(r, reading.want))
        ]
        return max(found, default=(0.0, 0.0))


def opening(results: Sequence[ToolResult]) -> Sequence[ToolResult]:
    """Up to the first round that brought evidence, none of its calls failing: what an answer is made of;
    later ones only add to it."""
    failed = {r.call.round for r in results if not r.ok}
    found = {r.call.round for r in results if r.output is not None and r.output.hits} - failed
    return [r for r in results if not found or r.call.round <= min(found)]


def _same(kept: Sequence[ToolResult], results: Sequence[ToolResult]) -> bool:
    return len(kept) == len(results) and all(a is b for a, b in zip(kept, results, strict=True))
