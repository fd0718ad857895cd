"""A plain answer with any text."""

from __future__ import annotations

from regulations_agent.types.answer import Answer, GuardVerdict, Route, Searched, Usage


def answer_of(text: str) -> Answer:
    return Answer(
        ok=True, question="What?", answer=text, abstained=False, refused=None, citations=(), values=(),
        amendments=(), searched=Searched(), intent="search", route=Route((), 1.0, "", False), tools=(),
        quality=None, iterations=0, rounds=(), steps=(), tool_calls=(), guard=GuardVerdict(),
        engine="extractive", usage=Usage(), warnings=(), related=(), reused=None, seconds=0.0, run_id="r",
        thread_id=None, index="0",
    )  # fmt: skip
