"""The models of a server, asked in turn until one gives a usable reply."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential
from tenacity.stop import stop_before_delay

from regulations_agent.prompts.load import filled
from regulations_agent.reasoning.model.budget import Budget, in_line
from regulations_agent.reasoning.model.chat import (
    Message,
    Method,
    Reply,
    Request,
    Schema,
    Server,
    asked_tokens,
)
from regulations_agent.reasoning.model.faults import AGAIN, Kind, ModelFault, short
from regulations_agent.reasoning.model.probed import Step, remembered
from regulations_agent.reasoning.model.schema import BOUNDS, Possible, schema_of, without_bounds
from regulations_agent.settings import Settings
from regulations_agent.types.servers import slots_of

METHODS: tuple[Method, ...] = ("json_schema", "function_calling", "json_mode")
_OPTIONS = {
    "temperature": "temperature",
    "stream_options": "stream_options",
    "max_tokens": "extra_body",
    "max_completion_tokens": "max_completion_tokens",
}
"""Request fields that can be done without, and the option that sets each."""
_USED: frozenset[Kind] = frozenset({"reply", "refused", "late"})
"""Failures after which the server has read the request."""
SILENT = 3
"""Replies in a row without a call after which a model is held to have no native tool calls."""
_JITTER = wait_random_exponential(multiplier=0.5, max=8.0)
Form = TypeVar("Form", bound=BaseModel)
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Ability:
    """What a model is known to do; found out by its first rejections, and remembered."""

    tools: bool = True
    methods: tuple[Method, ...] = METHODS
    """Ways to ask for a form that it has not rejected, the one to use first."""
    omit: frozenset[str] = frozenset()
    """Options that it rejects."""
    bounded: bool = True
    """Its server takes bounds in a form."""
    silent: int = 0
    """Replies in a row in which it called no tool that it was offered."""
    room: int | None = None
    """Characters of evidence that it takes; None while no prompt was too long for it."""


class Models:
    """The models that the settings name, and what is known of each; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.server = settings, Server(settings)
        self._abilities: dict[str, Ability] = {}
        self._probed = remembered(settings)
        self._slots = threading.BoundedSemaphore(settings.model_at_once or slots_of(settings.openai_base_url))
        self._secret = secrets.token_bytes(32)

    def fence(self, text: str) -> str:
        """A word around a text that nobody can guess, the same each time: a server that keeps the head of
        a prompt need not read it anew."""
        return hmac.digest(self._secret, text.encode(), "sha256").hex()[:16]

    def in_turn(self, step: Step) -> tuple[str, ...]:
        """That of the step first, then the general one, then the further ones; none that a probe found unable
        to do it."""
        return tuple(m for m in named_models(self.settings, step) if self._can(m, step))

    def _can(self, model: str, step: Step) -> bool:
        return model not in self._probed or step in self._probed[model].steps

    def first(self, step: Step, ask: Callable[[str], Given]) -> tuple[Given, str, tuple[str, ...]]:
        """What the first model gives that gives anything, its name, and why others did not.

        Raises `ModelFault` with what each said.
        """
        failed: list[ModelFault] = []
        for model in self.in_turn(step):
            try:
                return ask(model), model, tuple(str(fault) for fault in failed)
            except ModelFault as fault:
                failed.append(fault)
                if fault.kind == "spent":
                    break
        raise ModelFault(failed[-1].kind, "; ".join(dict.fromkeys(str(fault) for fault in failed)))

    def ability(self, model: str) -> Ability:
        return self._abilities.get(model, Ability())

    def learn(self, model: str, ability: Ability) -> None:
        self._abilities[model] = ability

    def send(self, request: Request, budget: Budget) -> Reply:
        """The reply, after as many attempts as the settings allow; raises `ModelFault`."""
        while True:
            known = self.ability(request.model)
            self.server.prepare(replace(request, omit=known.omit))
            try:
                return self._retried(replace(request, omit=known.omit), budget)
            except ModelFault as fault:
                option = _OPTIONS.get(fault.about) if fault.kind == "rejected" else None
                if option is None or option in known.omit:
                    raise
                self.learn(request.model, replace(known, omit=known.omit | {option}))

    def called(self, model: str, *, any_tool: bool) -> None:
        """Keeps count of replies with and without a tool call."""
        known = self.ability(model)
        silent = 0 if any_tool else known.silent + 1
        self.learn(model, replace(known, silent=silent, tools=known.tools and silent < SILENT))

    def fill(
        self,
        model: str,
        messages: tuple[Message, ...],
        form: type[Form],
        budget: Budget,
        possible: Possible = MappingProxyType({}),
    ) -> Form:
        """The form as the model fills it, asked for in the first way that it does not reject.

        `possible`: the values that fields may have, by name. A reply that does not fit is sent back once.
        Raises `ModelFault`.
        """
        methods = self.ability(model).methods
        for place, method in enumerate(methods):
            try:
                done = self._bounded(model, messages, form, budget, (method, possible))
            except ModelFault as fault:
                if fault.kind != "rejected" or method == methods[-1]:
                    raise
                continue
            if place:
                self.learn(model, replace(self.ability(model), methods=methods[place:]))
            return done
        raise AssertionError("there is always a method left")

    def _bounded(
        self,
        model: str,
        messages: tuple[Message, ...],
        form: type[Form],
        budget: Budget,
        way: tuple[Method, Possible],
    ) -> Form:
        """With bounds in the form, and without them where the server says that it does not know these."""
        method, possible = way
        bounded, schema = self.ability(model).bounded, schema_of(form, possible)
        given = schema if bounded else without_bounds(schema)
        try:
            return self._fill(_for_form(model, messages, given, method), form, budget)
        except ModelFault as fault:
            if not bounded or fault.kind != "rejected" or not any(word in str(fault) for word in BOUNDS):
                raise
        self.learn(model, replace(self.ability(model), bounded=False))
        return self._fill(_for_form(model, messages, without_bounds(schema), method), form, budget)

    def _fill(self, request: Request, form: type[Form], budget: Budget) -> Form:
        try:
            return _read(self.send(request, budget), form)
        except _Misfit as misfit:
            back = turned(request.messages, misfit.reply, filled("repair", problem=str(misfit)))
        again = replace(request, messages=back)
        try:
            return _read(self.send(again, budget), form)
        except _Misfit as misfit:
            raise ModelFault("reply", f"{request.model}: the reply does not fit ({misfit})") from misfit

    def _retried(self, request: Request, budget: Budget) -> Reply:
        attempts = Retrying(
            retry=retry_if_exception(lambda fault: isinstance(fault, ModelFault) and fault.kind in AGAIN),
            stop=stop_after_attempt(self.settings.model_attempts) | stop_before_delay(budget.left()),
            wait=_pause,
            sleep=budget.sleep,
            reraise=True,
        )
        return attempts(self._once, request, budget)

    def _once(self, request: Request, budget: Budget) -> Reply:
        asked = asked_tokens(request.messages)
        budget.admit(asked + self.settings.model_reply_tokens)
        with in_line(self._slots, budget):
            seconds = min(self.settings.model_call_seconds, budget.left())
            try:
                reply = self.server.send(request, seconds)
            except ModelFault as fault:
                budget.spend(request.model, *(fault.used or (asked if fault.kind in _USED else 0, 0)))
                raise
        budget.spend(request.model, reply.input_tokens, reply.output_tokens)
        return reply


def _pause(state: RetryCallState) -> float:
    """What the server asks for, and a random part that keeps many clients apart."""
    fault = state.outcome.exception() if state.outcome else None
    asked = fault.wait if isinstance(fault, ModelFault) and fault.wait is not None else 0.0
    return asked + float(_JITTER(state)) * (0.2 if asked else 1.0)


def named_models(settings: Settings, *steps: Step) -> tuple[str, ...]:
    """Those that the settings name for steps, each once, the one to ask first in front."""
    own = {"plan": settings.plan_model, "write": settings.write_model, "grade": settings.grade_model}
    named = (*(own[step] for step in steps), settings.openai_model, *settings.models)
    return tuple(dict.fromkeys(model for model in named if model))


class _Misfit(ValueError):
    """A reply that is not the form; the text says why."""

    def __init__(self, problem: str, reply: str) -> None:
        super().__init__(problem)
        self.reply = reply


def _read(reply: Reply, form: type[Form]) -> Form:
    """The form; raises `_Misfit`. A function that was not called gives None, which is no form."""
    said = short(reply.text or json.dumps(reply.parsed))
    if not isinstance(reply.parsed, dict):
        raise _Misfit("there is no JSON object of that form in it", said)
    try:
        return form.model_validate(reply.parsed)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "form"
        raise _Misfit(f"{where}: {first['msg']}", said) from fault


def turned(messages: tuple[Message, ...], said: str, asked: str) -> tuple[Message, ...]:
    """A conversation with the model's reply and what is asked next: many templates want the roles in turn."""
    return (*messages, {"role": "assistant", "content": said}, {"role": "user", "content": asked})


def _for_form(model: str, messages: tuple[Message, ...], schema: Schema, method: Method) -> Request:
    if method == "json_mode":
        last = messages[-1]
        text = f"{last['content']}\n\n{filled('json', schema=json.dumps(schema))}"
        messages = (*messages[:-1], {**last, "content": text})
    return Request(model, messages, form=schema, method=method)
