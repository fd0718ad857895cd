"""What OpenAI's clients send, and what of it an answer from rulebooks is held to; the rest is refused."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from regulations_agent.errors import UsageError
from regulations_agent.graph.ask import Options
from regulations_agent.reasoning.model.budget import CHARS_PER_TOKEN

MODEL = "regulations-agent"


class Part(BaseModel):
    """A piece of a message; pieces that are no text are refused."""

    type: Literal["text"]
    text: str


class ChatMessage(BaseModel):
    """A message as OpenAI's clients send it; further fields are passed over."""

    model_config = ConfigDict(extra="ignore")
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content)
        return self.content or ""


class StreamOptions(BaseModel):
    """What a stream tells beside the answer."""

    model_config = ConfigDict(extra="ignore")
    include_usage: bool = False


class Format(BaseModel):
    """The form that the answer shall have."""

    model_config = ConfigDict(extra="ignore")
    type: str = "text"


class Chat(BaseModel):
    """A request for a completion; what a rulebook's answer cannot heed (temperature, ...) is passed over."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "example": {
                "model": MODEL,
                "messages": [{"role": "user", "content": "How fast in the pit lane?"}],
            }
        },
    )
    messages: list[ChatMessage]
    model: str = MODEL
    stream: bool = False
    stream_options: StreamOptions | None = None
    n: int | None = 1
    user: str | None = None
    stop: str | list[str] | None = None
    max_tokens: int | None = Field(None, ge=1)
    max_completion_tokens: int | None = Field(None, ge=1)
    response_format: Format | None = None
    tool_choice: str | dict[str, object] | None = None
    logprobs: bool | None = None

    @property
    def stops(self) -> tuple[str, ...]:
        """Words before which the answer ends."""
        return tuple(filter(None, [self.stop] if isinstance(self.stop, str) else self.stop or ()))

    @property
    def most(self) -> int | None:
        """Tokens that the answer may have."""
        return self.max_completion_tokens or self.max_tokens

    @property
    def is_limited(self) -> bool:
        return bool(self.stops or self.most)


def question_of(chat: Chat) -> tuple[str, Options]:
    """The last message, with those before it as its history; raises `UsageError` for what cannot be given.

    What tools of the client said is passed over, and so are the calls of them.
    """
    if chat.n not in (None, 1):
        raise UsageError(f"n is {chat.n}; there is one answer to a question, so n is 1.")
    if chat.response_format and chat.response_format.type != "text":
        asked = chat.response_format.type
        raise UsageError(f"response_format is {asked!r}; answers are text, and in `regulations_agent` data.")
    if chat.tool_choice not in (None, "auto", "none"):
        raise UsageError("tool_choice demands a call; tools of a client are never called, so leave it out.")
    if chat.logprobs:
        raise UsageError("logprobs is true; there are none of an answer that is quoted, so leave it out.")
    talk = [m for m in chat.messages if m.role == "user" or (m.role == "assistant" and m.text)]
    if not talk or talk[-1].role != "user":
        raise UsageError("The last message must be the user's; it is the question.")
    history = [{"role": message.role, "content": message.text} for message in talk[:-1]]
    return talk[-1].text, {"history": history}


def kept_to(chat: Chat, text: str) -> tuple[str, Literal["stop", "length"]]:
    """So much of an answer as `stop` and `max_tokens` let through, and why it ends."""
    text = text[: min([len(text), *(at for word in chat.stops if (at := text.find(word)) >= 0)])]
    most = None if chat.most is None else int(chat.most * CHARS_PER_TOKEN)
    return (text, "stop") if most is None or len(text) <= most else (text[:most], "length")
