"""Planning by a language model: native tool calls where the server has them, else a form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from regulations_agent.errors import ToolError
from regulations_agent.prompts.load import filled
from regulations_agent.reasoning.assisted.floor import MODEL_CALL
from regulations_agent.reasoning.model.budget import Budget
from regulations_agent.reasoning.model.chat import AskedCall, Message, Request, Schema
from regulations_agent.reasoning.model.evidence import make_fence
from regulations_agent.reasoning.model.faults import ModelFault
from regulations_agent.reasoning.model.forms import PlanForm
from regulations_agent.reasoning.model.models import Models, turned
from regulations_agent.reasoning.understanding.reading import Reading
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import Feedback, Plan, Question, ResultOf, Strategy, ToolCall, ToolResult

NATIVE = "Call the tools that you need."
BY_FORM = "Fill the form: which tools, and their arguments as JSON text. Tools and what they take:\n"
MOST_CALLS = 4
HISTORY_TURNS, TURN_CHARS = 6, 600
RESULT_CHARS = 1_500
SURE, MENDED = 0.9, 0.7
"""Confidence in a plan that was sound at once, and in one that was sent back."""
_RESULT_OF = re.compile(r"\$(\d{1,2})\.(\w{1,40})(?:\[(\d{1,3})\])?")
_FILTERS = ("season", "section", "issue", "as_of")
_TRY: Mapping[Strategy, str] = {
    "REFINE_QUERY": "ask again in other words",
    "SWITCH_TOOL": "try another tool",
    "MULTI_TOOL_ORCHESTRATION": "ask several tools",
}


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans one round of one question with one model."""

    models: Models
    tools: Mapping[str, AnyTool]
    documents: Sequence[str]
    """Ids."""
    persona: str
    budget: Budget

    def plan(self, model: str, question: Question, reading: Reading, feedback: Feedback | None) -> Plan:
        """The plan; raises `ModelFault`."""
        task = _Task(self, model, question, reading, feedback)
        plan = task.by_tools() if self.models.ability(model).tools else None
        return plan or task.by_form()


@dataclass(frozen=True, slots=True)
class _Task:
    planner: Planner
    model: str
    question: Question
    reading: Reading
    feedback: Feedback | None

    @property
    def round(self) -> int:
        return self.feedback.round if self.feedback else 1

    def by_tools(self) -> Plan | None:
        """None when the server, or the model, has no native tool calls: found out once."""
        models, fence = self.planner.models, self._fence()
        messages = self._opening(NATIVE, fence)
        schemas = tuple(tool_schema(tool) for tool in self.planner.tools.values())
        request = Request(self.model, tuple(messages), tools=schemas)
        try:
            asked = models.send(request, self.planner.budget).calls
        except ModelFault as fault:
            if fault.text:
                models.called(self.model, any_tool=False)
            if fault.kind != "rejected":
                raise
            models.learn(self.model, replace(models.ability(self.model), tools=False))
            return None
        models.called(self.model, any_tool=bool(asked))
        if not asked:
            return None
        calls, problems = self._calls(asked)
        if problems:
            back = replace(request, messages=(*messages, *_returned(asked, problems)))
            asked = models.send(back, self.planner.budget).calls or asked
            calls, _ = self._calls(asked)
        return self._plan(calls, "tools chosen by the model", bool(problems))

    def by_form(self) -> Plan:
        models, fence = self.planner.models, self._fence()
        how = BY_FORM + "\n".join(tool_line(tool) for tool in self.planner.tools.values())
        messages = tuple(self._opening(how, fence))
        possible = {"tool": list(self.planner.tools)}
        form = models.fill(self.model, messages, PlanForm, self.planner.budget, possible)
        calls, problems = self._calls(_asked(form))
        if problems:
            said = "\n".join(problems.values())
            back = turned(messages, form.model_dump_json(), filled("repair", problem=said))
            form = models.fill(self.model, back, PlanForm, self.planner.budget, possible)
            calls, _ = self._calls(_asked(form))
        return self._plan(calls, form.reason[:200], bool(problems))

    def _plan(self, calls: tuple[ToolCall, ...], reason: str, mended: bool) -> Plan:
        if not calls:
            raise ModelFault("reply", f"{self.model}: the plan calls no tool")
        named = [n for c in calls for n in ("query", "topic", "breach", "question") if n in c.args]
        words = next((c.args[n] for c in calls for n in named if n in c.args), None)
        return Plan(
            "general",
            calls,
            MENDED if mended else SURE,
            reason,
            words if isinstance(words, str) else self.reading.query or self.question.text,
        )

    def _opening(self, how: str, fence: str) -> list[Message]:
        turns = _asked_before(self.question)[-HISTORY_TURNS:]
        prompt = filled(
            "plan",
            how=how,
            documents=", ".join(self.planner.documents),
            fence=fence,
            history="".join(f"Earlier question: {text[:TURN_CHARS]}\n" for text in turns),
            question=self.reading.query or self.question.text,
            feedback=self._lacks(self._found(fence)),
        )
        system = filled("system", persona=self.planner.persona)
        return [{"role": "system", "content": system}, {"role": "user", "content": prompt}]

    def _fence(self) -> str:
        results = self.feedback.results if self.feedback else ()
        texts = [self.question.text, *_asked_before(self.question)]
        return make_fence([*texts, *(_told(result) for result in results)])

    def _found(self, fence: str) -> str:
        if self.feedback is None:
            return ""
        lines = (
            f"{r.call.tool} {json.dumps(_plain(r.call.args))}: {_told(r)}" for r in self.feedback.results
        )
        return f"Calls so far:\n{_fenced(chr(10).join(lines), fence)}"

    def _lacks(self, found: str) -> str:
        if self.feedback is None:
            return ""
        missing = "; ".join(self.feedback.grade.missing) or "a sure answer"
        return filled("again", missing=missing, strategy=_TRY[self.feedback.strategy], found=found)

    def _calls(self, asked: Sequence[AskedCall]) -> tuple[tuple[ToolCall, ...], dict[str, str]]:
        """The calls as they will be made, and by id what is wrong with some, in words for the model."""
        calls: list[ToolCall] = []
        problems: dict[str, str] = {}
        for number, call in enumerate(asked[:MOST_CALLS], start=1):
            args = self._args(call, number)
            name = MODEL_CALL.format(round=self.round, number=number)
            calls.append(ToolCall(name, call.name, args, self.round))
            if problem := self._problem(call, args):
                problems[call.id or str(number)] = problem
        return tuple(calls), problems

    def _problem(self, call: AskedCall, args: Mapping[str, object]) -> str | None:
        tool = self.planner.tools.get(call.name)
        if tool is None:
            return f"No tool {call.name[:60]!r}; there are: {', '.join(self.planner.tools)}."
        if call.args is None:
            return f"{call.name}: the arguments are no JSON object."
        if any(isinstance(value, ResultOf) for value in args.values()):
            return None
        try:
            tool.parse(args)
        except ToolError as fault:
            return str(fault)
        return None

    def _args(self, call: AskedCall, number: int) -> dict[str, object]:
        """The arguments, earlier results in their places, the asker's own filters put first."""
        given = {name: self._result(value, number) for name, value in (call.args or {}).items()}
        tool = self.planner.tools.get(call.name)
        fields = tool.args.model_fields if tool and not tool.outside else {}
        firm = {name: getattr(self.question.filters, name) for name in _FILTERS if name in fields}
        loose = {name: getattr(self.reading.filters, name) for name in firm}
        given |= {name: value for name, value in firm.items() if value is not None}
        return given | {n: v for n, v in loose.items() if v is not None and given.get(n) is None}

    def _result(self, value: object, number: int) -> object:
        match = _RESULT_OF.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None or not 0 < int(match[1]) < number:
            return value
        item = int(match[3]) if match[3] else None
        return ResultOf(MODEL_CALL.format(round=self.round, number=match[1]), match[2], item)


def _asked_before(question: Question) -> list[str]:
    """The questions so far; the answers may show former words, which no model is shown."""
    return [turn.content for turn in question.history if turn.role == "user"]


def tool_schema(tool: AnyTool) -> Schema:
    """The tool as OpenAI's protocol offers it."""
    parameters = {key: value for key, value in tool.schema.items() if key not in ("title", "description")}
    function = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return {"type": "function", "function": function}


def tool_line(tool: AnyTool) -> str:
    """The tool in a line: `name(needed, may_get?): what it is for.`"""
    fields = tool.args.model_fields.items()
    given = ", ".join(name if field.is_required() else f"{name}?" for name, field in fields)
    return f"{tool.name}({given}): {' '.join(tool.description.split())}"


def _asked(form: PlanForm) -> tuple[AskedCall, ...]:
    return tuple(AskedCall(str(n), c.tool, _object(c.arguments)) for n, c in enumerate(form.calls, start=1))


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _returned(asked: Sequence[AskedCall], problems: Mapping[str, str]) -> list[Message]:
    """The model's calls with what is wrong with them, sent back; good ones are to be made again."""
    calls = [_as_asked(call.id, call.name, call.args or {}) for call in asked[:MOST_CALLS]]
    told = [
        problems.get(c.id) or "Sound; make this call again, with the mended ones." for c in asked[:MOST_CALLS]
    ]
    return [
        {"role": "assistant", "content": "", "tool_calls": calls},
        *(
            {"role": "tool", "tool_call_id": call.id, "content": text}
            for call, text in zip(asked[:MOST_CALLS], told, strict=True)
        ),
    ]


def _as_asked(id: str, name: str, args: Mapping[str, object]) -> dict[str, object]:
    function = {"name": name, "arguments": json.dumps(_plain(args))}
    return {"id": id, "type": "function", "function": function}


def _plain(args: Mapping[str, object]) -> dict[str, object]:
    return {n: f"${v.call}.{v.field}" if isinstance(v, ResultOf) else v for n, v in args.items()}


def _told(result: ToolResult) -> str:
    """What came of a call, in words."""
    if result.output is None:
        return f"Failed: {result.error}"
    return result.output.summary[:RESULT_CHARS] or "Nothing found."


def _fenced(text: str, fence: str) -> str:
    return f"<evidence {fence}>\n{text}\n</evidence {fence}>"
