"""What tools from outside say, without a language model: shown as their words, never as a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regulations_agent.answer.text import quoted
from regulations_agent.corpus.addressed import addresses_assistant
from regulations_agent.tools.base import AnyTool
from regulations_agent.types.run import Draft, Plan, ToolResult

UNQUOTED = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>[]#|"})
"""Signs that Markdown would read."""


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
