"""The only reader of the environment: every setting, its default, and its range."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import AliasChoices, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from regulations_agent.errors import UsageError
from regulations_agent.types.run import STRATEGIES, Strategy
from regulations_agent.types.servers import McpServer, in_address, shared_history

SIX_TOOLS = (
    "regulation_search",
    "regulation_summary",
    "general_rag",
    "regulation_comparison",
    "penalty_lookup",
    "out_of_scope_handler",
)

SECRET_FIELDS = ("openai_api_key", "api_keys", "page_users", "mcp_servers", "history")
"""Settings whose values no message repeats."""
SHORTEST_SECRET = 6
"""Characters; shorter ones would mask plain words."""
_SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)S?$", re.IGNORECASE)
"""Of variables of the environment, whoever they are meant for."""

OWN_INDEX = Path("indexes/default")
"""Of one's own books: what `ingest` makes and extends where no index is named."""
SAMPLE_INDEX = Path("indexes/sample")
"""Of the sample, an invented championship: it answers where nobody has an index of their own yet."""


def _openai(name: str) -> AliasChoices:
    """A setting under the name that every OpenAI client knows, ours first."""
    return AliasChoices(f"REGULATIONS_AGENT_{name}", name, name.lower())


class Settings(BaseSettings):
    """Read from `REGULATIONS_AGENT_<NAME>`, from `.env`, or given in Python."""

    model_config = SettingsConfigDict(
        env_prefix="REGULATIONS_AGENT_", env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True,
        validate_by_name=True, validate_by_alias=True,
    )  # fmt: skip

    index: Path = OWN_INDEX
    corpus: Path = Path("corpus")
    data_dir: Path = Field(default_factory=lambda: user_data_path("regulations-agent"))
    """Where exported encoders and other derived files of this user lie."""
    history: Annotated[Path | SecretStr | None, BeforeValidator(shared_history)] = Field(
        None,
        description="File or postgresql:// URL of runs and threads; None: state/history.sqlite in INDEX.",
    )
    keep_runs: bool = Field(
        True, description="False keeps runs, threads and checkpoints in this process only."
    )
    history_days: float | None = Field(
        None, gt=0, description="Age at which runs and violations are deleted; None: never."
    )
    history_runs: int | None = Field(
        None, ge=1, description="Runs of one owner that are kept, the newest; None: all."
    )
    milvus_uri: str | None = Field(
        None, description="Server, or `.db` file, whose vectors are searched; None: those of the index."
    )
    milvus_collection: str = Field(
        "regulations",
        pattern=r"^[A-Za-z_]\w{0,99}$",
        description="Alias of the newest index there; each index folder needs its own.",
    )
    season: int | None = Field(
        None, description="Season to answer from; None is the newest that holds an answer."
    )
    engine: Literal["auto", "extractive", "chat"] = "auto"

    max_iterations: int = Field(3, ge=0, le=10, description="Rounds at most; 0 answers without the loop.")
    quality_threshold: float = Field(7.0, ge=1, le=10)
    max_parallel_tools: int = Field(3, ge=1, le=32)
    tool_timeout_seconds: float = Field(30.0, gt=0, le=3600)
    answer_seconds: float = Field(180.0, gt=0, description="One question; then the answer so far is given.")
    multi_tool_enabled: bool = True
    tools: tuple[str, ...] = SIX_TOOLS
    strategies: tuple[Strategy, ...] = STRATEGIES

    openai_api_key: SecretStr | None = Field(None, validation_alias=_openai("OPENAI_API_KEY"))
    openai_base_url: str | None = Field(None, validation_alias=_openai("OPENAI_BASE_URL"))
    openai_model: str = Field("gpt-4.1-mini", min_length=1, validation_alias=_openai("OPENAI_MODEL"))
    plan_model: str | None = Field(None, description="Model that plans; None is OPENAI_MODEL.")
    write_model: str | None = Field(None, description="Model that writes; None is OPENAI_MODEL.")
    grade_model: str | None = Field(None, description="Model that grades; None is OPENAI_MODEL.")
    models: tuple[str, ...] = Field((), description="Further models, tried in turn when one fails.")
    fallback: bool = Field(True, description="When every model fails: the embedded engine, or an error.")
    model_attempts: int = Field(3, ge=1, le=10, description="Requests to one model that is busy or broken.")
    model_call_seconds: float = Field(45.0, gt=0, description="One request, reply included.")
    model_at_once: int | None = Field(None, ge=1, description="Requests; None: 1 to this machine, else 16.")
    model_seconds: float = Field(90.0, gt=0, description="All requests of one question, waits included.")
    model_tokens: int = Field(60_000, ge=1, description="Tokens in and out that one question may use.")
    model_reply_tokens: int = Field(1_500, ge=16, description="Tokens of one reply at most.")
    model_cost_usd: float | None = Field(None, ge=0, description="That one question may cost; needs prices.")
    model_prices: dict[str, tuple[float, float]] = Field(
        {}, description="USD for a million tokens in and out, by model."
    )
    model_temperature: float = Field(0.0, ge=0, le=2)
    model_stream: bool = Field(False, description="Replies are asked for as a stream.")
    evidence_tokens: int = Field(6_000, ge=200, description="Tokens of clauses shown to a model at once.")
    mcp_servers: dict[str, McpServer] = Field({}, description="Servers of tools from outside, by name.")

    context_max_tokens: int = Field(28_000, ge=100, description="Tokens of a conversation that are kept.")
    context_max_messages: int = Field(10, ge=1, description="Messages of a conversation that are kept whole.")
    context_summarize_at: int = Field(
        20_000, ge=50, description="Tokens from which older ones are summed up."
    )
    context_keep_last: int = Field(5, ge=1, description="Messages that stay whole, however long.")

    tracing: tuple[Literal["opentelemetry", "langsmith"], ...] = Field(
        (), description="Runs are traced there, as the usual variables of each say; none by default."
    )
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] | None = Field(
        None, description="From here on the command line and the servers log to stderr; None: not at all."
    )

    approval_tools: tuple[str, ...] = Field(
        ("outside",), description="Tools that wait for a person: names, `outside` or `every`."
    )
    approval_answer: bool = Field(False, description="A person releases each answer.")
    approval_cost_usd: float | None = Field(
        None, ge=0, description="A run that has cost more waits for a person before its next tools."
    )
    approval_hours: float = Field(72.0, gt=0, description="After these, no word counts as a no.")

    recall: bool = Field(True, description="A question asked before is answered from memory, proof checked.")
    recall_top_k: int = Field(3, ge=1, le=50, description="Similar questions that are recalled.")
    recall_min_similarity: float = Field(0.7, ge=0, le=1, description="Cosine from which one is similar.")
    guard_log_text: bool = Field(True, description="Violations are logged with their text, not its hash.")
    guard_mode: Literal["refuse", "observe", "allow"] = Field(
        "refuse", description="Attacks are refused, only noted, or not looked for."
    )
    guard_threshold: float | None = Field(
        None, gt=0, lt=1, description="Chance from which a text is an attack; None: as training set it."
    )
    guard_override_similarity: float = Field(
        0.85, gt=0, le=1, description="Likeness to a corrected text from which the correction decides."
    )

    host: str = Field("127.0.0.1", description="Address that `serve` and `page` listen at.")
    port: int = Field(8000, ge=1, le=65535)
    page_port: int = Field(7860, ge=1, le=65535)
    page_users: dict[str, SecretStr] = Field(
        {}, description="Password of each user that the page lets in, by name; each has runs of their own."
    )
    page_proxy_header: str | None = Field(
        None, description="Header in which a proxy that logs people in names them to the page."
    )
    api_keys: dict[str, SecretStr] = Field(
        {}, description="Key of each owner that `serve` lets in, by owner; empty: everybody, as one owner."
    )
    roles: dict[str, tuple[Literal["ask", "add", "approve"], ...]] = Field(
        {}, description="What each owner may do; who is not named may ask alone. Empty: everybody all."
    )
    cors_origins: tuple[str, ...] = Field((), description="Web origins that may call `serve`.")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="Host names that `serve` answers to; empty: those of this machine, or any with keys."
    )
    request_megabytes: int = Field(64, ge=1, le=1024, description="Size of a request or upload at most.")
    requests_per_minute: int = Field(240, ge=1, description="Requests of one owner at most.")
    questions_at_once: int = Field(4, ge=1, le=64, description="Questions that `serve` answers at a time.")
    questions_waiting: int = Field(128, ge=0, description="Questions that may wait for their turn.")

    embedder: str = Field(
        "regulations-minilm-l6",
        description="The shipped one, or a sentence-transformers model: name or folder.",
    )
    max_question_chars: int = Field(8_000, ge=1)
    read_seconds: float = Field(60.0, gt=0, description="CPU seconds that reading one PDF may take.")
    read_megabytes: int = Field(1024, ge=128, description="Memory that reading one PDF may take.")
    language: str = Field(
        "en",
        pattern=r"^[a-z]{2,3}$",
        description="ISO 639-1 code of the language read where a book prints two side by side.",
    )

    @cached_property
    def encoder_dir(self) -> Path:
        """Folder of encoders that were exported from models other than the shipped one."""
        return self.data_dir / "encoders"

    @property
    def answering_index(self) -> Path:
        """INDEX, or that of the sample as long as INDEX is the default and not built."""
        wanted = self.index != OWN_INDEX or is_built(OWN_INDEX) or not is_built(SAMPLE_INDEX)
        return self.index if wanted else SAMPLE_INDEX

    @property
    def sample(self) -> Path:
        """Folder of the sample, whose books one's own index does not keep."""
        return self.corpus / "sample"

    @property
    def state_dir(self) -> Path:
        """Where runs, memory and learned rules of the index that answers lie.

        In the index; of one that this user may not write, or that is not built, in a folder of DATA_DIR that
        bears the hash of its path.
        """
        index = self.answering_index
        inside = index / "state"
        if is_built(index) and os.access(inside if inside.exists() else index, os.W_OK | os.X_OK):
            return inside
        return self.data_dir / "state" / hashlib.sha256(str(index.resolve()).encode()).hexdigest()[:16]

    @property
    def has_model(self) -> bool:
        """A model server is configured; without one nothing is ever sent anywhere."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    @property
    def history_file(self) -> Path | None:
        """Where runs are kept; None when they are not, or not in a file."""
        if not self.keep_runs or isinstance(self.history, SecretStr):
            return None
        return self.history or self.state_dir / "history.sqlite"

    @property
    def history_url(self) -> str | None:
        """Of the database where runs are kept; None when they are not, or not in one."""
        return (
            self.history.get_secret_value()
            if self.keep_runs and isinstance(self.history, SecretStr)
            else None
        )

    @property
    def former_history(self) -> Path:
        """Where earlier versions kept the runs of all indexes of this user; never written any more."""
        return self.data_dir / "history.sqlite"

    @cached_property
    def secrets(self) -> tuple[str, ...]:
        """Every value that may not be seen, longest first: keys, passwords, and those of the environment."""
        found = {value for value in self._secrets() if len(value) >= SHORTEST_SECRET}
        return tuple(sorted(found, key=lambda value: (-len(value), value)))

    def _secrets(self) -> Iterator[str]:
        kept = (self.openai_api_key, *self.api_keys.values(), *self.page_users.values())
        yield from (secret.get_secret_value() for secret in kept if secret is not None)
        for server in self.mcp_servers.values():
            yield from server.env.values()
            yield from in_address(server.url or "")
        yield from in_address(self.openai_base_url or "")
        yield from in_address(self.milvus_uri or "")
        yield from in_address(self.history_url or "")
        for name, value in os.environ.items():
            if _SECRET_NAME.search(name) and len(value) >= 8 and not value.isalpha():
                yield value

    def public(self) -> dict[str, object]:
        """As JSON data, without what may hold secrets."""
        return self.model_dump(mode="json", exclude={"mcp_servers"})


def is_built(folder: Path) -> bool:
    """An index lies in the folder."""
    return (folder / "manifest.json").is_file()


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
        name = ".".join(map(str, first["loc"])) or "of the environment that should be JSON"
        was = "" if not first["loc"] or first["loc"][0] in SECRET_FIELDS else f"; it was {first['input']!r}"
        raise UsageError(f"Setting {name}: {first['msg']}{was}.") from fault
