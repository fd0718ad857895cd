"""What `doctor` looks at: the machine, the parts installed, the index, the model server."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.errors import RegulationsError

if TYPE_CHECKING:
    from regulations_agent.settings import Settings

ASKING = (
    "faiss-cpu",
    "langgraph",
    "numpy",
    "onnxruntime",
    "pydantic",
    "pypdfium2",
    "PyStemmer",
    "tokenizers",
)
EXTRAS = {
    "encoder": ("sentence_transformers", "torch", "onnx", "onnxscript"),
    "chat": ("langchain_openai",),
    "page": ("gradio",),
    "langchain": ("langchain_community",),
}
LEAST_DISK = 500_000_000
"""Bytes that building an index of some twenty rulebooks may need for a while."""


@dataclass(frozen=True, slots=True)
class Finding:
    check: str
    ok: bool
    """False when something that asking or ingesting needs is wrong."""
    found: str
    advice: str = ""


def diagnose(settings: Settings) -> list[Finding]:
    """Everything, cheapest first; imports nothing heavy and asks no network."""
    return [
        python(),
        *packages(),
        *extras(),
        disk(settings.index),
        folder(settings.data_dir),
        index(settings),
        server(settings),
    ]


def python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        "python",
        sys.version_info >= (3, 11),
        found,
        "" if sys.version_info >= (3, 11) else "use 3.11 or newer",
    )


def packages() -> Iterator[Finding]:
    missing = [name for name in ASKING if not installed(name)]
    if missing:
        yield Finding("packages", False, f"missing: {', '.join(missing)}", "run `make install`")
    else:
        yield Finding("packages", True, ", ".join(f"{name} {version(name)}" for name in ASKING))


def installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


def extras() -> Iterator[Finding]:
    for extra, modules in EXTRAS.items():
        missing = [name for name in modules if find_spec(name) is None]
        found = f"extra, without {', '.join(missing)}" if missing else "extra, installed"
        advice = f"pip install 'regulations-agent[{extra}]' adds it" if missing else ""
        yield Finding(extra, True, found, advice)


def nearest_existing(path: Path) -> Path:
    return next(p for p in (path.absolute(), *path.absolute().parents) if p.exists())


def disk(path: Path) -> Finding:
    free = shutil.disk_usage(nearest_existing(path)).free
    found = f"{free / 1e9:.1f} GB free where {path} lies"
    return Finding(
        "disk", free >= LEAST_DISK, found, "" if free >= LEAST_DISK else "free some space before ingesting"
    )


def folder(path: Path) -> Finding:
    writable = os.access(nearest_existing(path), os.W_OK)
    advice = "" if writable else "set REGULATIONS_AGENT_DATA_DIR to a folder that can be written"
    return Finding("data", writable, str(path), advice)


def index(settings: Settings) -> Finding:
    from regulations_agent.index.store import verify

    try:
        problems = verify(settings.answering_index)
    except RegulationsError as error:
        problems = (str(error),)
    return Finding("index", not problems, problems[0] if problems else f"{settings.answering_index} is whole")


def server(settings: Settings) -> Finding:
    address, model = os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_MODEL")
    if not (address or os.environ.get("OPENAI_API_KEY")):
        return Finding("model", True, "no model server is set; answers come from the embedded engine")
    from regulations_agent.reasoning.model.probed import remembered

    known = remembered(settings).get(settings.openai_model)
    found = f"{address or 'api.openai.com'} with {model or 'its default model'}"
    advice = "" if known else "`doctor --model` finds out what it can do"
    return Finding("model", True, f"{found} ({known.line if known else 'not asked'})", advice)


def probed(settings: Settings) -> Iterator[Finding]:
    """Asks each model of the settings what it can do, and remembers it; raises `UsageError` without one."""
    from regulations_agent.agent import Agent
    from regulations_agent.reasoning.assisted.fallback import chat_of
    from regulations_agent.reasoning.assisted.probe import probe
    from regulations_agent.reasoning.model.faults import ModelFault
    from regulations_agent.reasoning.model.models import named_models
    from regulations_agent.reasoning.model.probed import STEPS, remember

    agent = Agent.open(settings=settings)
    chat = chat_of(settings, agent.library, agent.tools)
    for model in named_models(settings, *STEPS):
        try:
            found = probe(chat, model)
        except ModelFault as fault:
            yield Finding("model", False, str(fault), "see that the server runs and knows the model")
            continue
        remember(settings, model, found)
        left = len(found.steps) < len(STEPS)
        yield Finding(
            "model", True, f"{model} {found.line}", "the embedded engine does the rest" if left else ""
        )
