"""Secrets made unreadable, wherever a text is kept or shown."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeVar, cast

from regulations_agent.types.run import Hit

MASK = "[secret]"
_SHAPES = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}|\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{12,}"  # OpenAI, Stripe
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[\w-]{30,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|(?<=://)[^\s/:@]+:[^\s/@]+(?=@)"
    r"|(?<=\bBearer )[A-Za-z0-9._~+/-]{12,}=*",
    re.DOTALL,
)
_SIGNS = (
    "sk-", "pk-", "rk-", "sk_", "pk_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
    "hf_", "AKIA", "ASIA", "xox", "AIza", "eyJ", "-----BEGIN ", "://", "Bearer ",
)  # fmt: skip
"""Of which a text holds one when it holds a shape: looked for first, since that is ten times as fast."""
T = TypeVar("T")


def masked(text: str, secrets: tuple[str, ...] = ()) -> str:
    """The text with known secrets, and what is shaped like a key or token, replaced by `[secret]`.

    `secrets`: longest first, see `Settings.secrets`.
    """
    for secret in secrets:
        text = text.replace(secret, MASK)
    return _SHAPES.sub(MASK, text) if any(sign in text for sign in _SIGNS) else text


def masked_in(value: T, secrets: tuple[str, ...]) -> T:
    """The same value with every text in it masked."""
    return each_text(value, lambda text: masked(text, secrets))


def each_text(value: T, change: Callable[[str], str]) -> T:
    """The same value with every text in it changed: dataclasses, tuples, lists and mappings all through.

    What was read from the corpus stays as it is.
    """
    return cast("T", _walked(value, change))


def _walked(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if value is None or isinstance(value, int | float | Hit):
        return value
    if _names(type(value)):  # type: ignore[arg-type]
        changed = dict(_changes(value, change))
        return dataclasses.replace(value, **changed) if changed else value  # type: ignore[type-var]
    if isinstance(value, Mapping):
        return {key: _walked(item, change) for key, item in value.items()}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_walked(item, change) for item in value)
    return [_walked(item, change) for item in value] if isinstance(value, list) else value


def _changes(value: object, change: Callable[[str], str]) -> Iterator[tuple[str, object]]:
    for name in _names(type(value)):  # type: ignore[arg-type]
        old = getattr(value, name)
        new = _walked(old, change)
        if new is not old and new != old:
            yield name, new


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Of the fields of a dataclass; none of any other type."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
