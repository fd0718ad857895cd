"""Which steps a model was found able to do, remembered by server and name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from regulations_agent.prompts.load import versions
from regulations_agent.settings import Settings

Step = Literal["plan", "write", "grade"]
STEPS: tuple[Step, ...] = ("plan", "write", "grade")
FILE = "models.json"


@dataclass(frozen=True, slots=True)
class Probed:
    """What `doctor --model` found of one model."""

    steps: tuple[Step, ...]
    """Those that it can do."""
    tokens_per_second: float | None
    """Of replies; None where none came."""
    prompts: str
    """Versions of the prompts that it was asked with; others may find it able to do more, or less."""

    @property
    def line(self) -> str:
        """`writes and grades, does not plan; 12 tokens a second`."""
        can = " and ".join(f"{step}s" for step in STEPS if step in self.steps)
        cannot = " or ".join(step for step in STEPS if step not in self.steps)
        speed = "" if self.tokens_per_second is None else f"; {self.tokens_per_second:.3g} tokens a second"
        return ", ".join(filter(None, [can, cannot and f"does not {cannot}"])) + speed


_KEPT = TypeAdapter(dict[str, dict[str, Probed]])


def remembered(settings: Settings) -> dict[str, Probed]:
    """What was found of models of the server that the settings name, with the prompts of today."""
    found = _read(_file(settings)).get(_address(settings), {})
    return {model: probed for model, probed in found.items() if probed.prompts == versions()}


def remember(settings: Settings, model: str, probed: Probed) -> None:
    """Keeps it for every later question; raises OSError where the data folder cannot be written."""
    file = _file(settings)
    every = _read(file)
    every.setdefault(_address(settings), {})[model] = probed
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(_KEPT.dump_json(every, indent=1))
    part.replace(file)


def _file(settings: Settings) -> Path:
    return settings.data_dir / FILE


def _address(settings: Settings) -> str:
    return settings.openai_base_url or "api.openai.com"


def _read(file: Path) -> dict[str, dict[str, Probed]]:
    """Of a file that is not what was written, nothing: the models can be asked again."""
    try:
        return _KEPT.validate_json(file.read_bytes())
    except (OSError, ValueError):
        return {}
