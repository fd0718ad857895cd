"""The shape of the package: imports go down, heavy libraries have one home, files and functions are small."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "regulations_agent"
LAYERS = [
    {"types", "errors", "settings", "cluster"},
    {"corpus"},
    {"index"},
    {"retrieval"},
    {"language"},
    {"answer", "versions", "prompts"},
    {"tools", "reasoning", "memory", "guard"},
    {"graph"},
    {"agent"},
    {"evaluation", "testing"},
    {"doors"},
]
HOMES = {
    "pypdfium2": ("corpus/page/pdf.py",),
    "pypdf": ("corpus/",),
    "py3langid": ("corpus/layout/languages.py",),
    "PIL": ("corpus/flow/",),
    "lxml": ("corpus/flow/xml.py", "corpus/flow/web/html.py"),
    "cssselect2": ("corpus/flow/web/styles.py",),
    "tinycss2": ("corpus/flow/web/styles.py",),
    "charset_normalizer": ("corpus/flow/decoding.py",),
    "mdit_py_plugins": ("corpus/flow/markdown.py",),
    "docutils": ("corpus/flow/web/rst.py",),
    "tesserocr": ("corpus/page/ocr.py",),
    "faiss": ("index/vectors/dense.py",),
    "pymilvus": ("index/milvus.py",),
    "psycopg": ("index/storage/locks.py", "memory/postgres.py", "graph/runs/postgres_checkpoints.py"),
    "psycopg_pool": ("index/storage/locks.py", "memory/postgres.py", "graph/runs/postgres_checkpoints.py"),
    "ray": ("cluster.py",),
    "onnxruntime": ("index/",),
    "tokenizers": ("index/",),
    "torch": ("index/", "guard/training/finetune.py"),
    "transformers": ("guard/training/finetune.py",),
    "sklearn": ("guard/training/report.py",),
    "safetensors": ("guard/judging/head.py", "retrieval/asking.py"),
    "sentence_transformers": ("index/",),
    "langgraph": ("graph/", "doors/studio.py"),
    "langsmith": ("graph/tracing.py",),
    "ormsgpack": ("graph/runs/saver.py",),
    "sqlite3": ("memory/", "graph/runs/checkpoints.py"),
    "opentelemetry": ("graph/tracing.py",),
    "langchain_openai": ("reasoning/model/chat.py",),
    "openai": ("reasoning/model/chat.py",),
    "mcp": ("tools/mcp_client.py",),
    "httpx2": ("reasoning/model/chat.py", "reasoning/model/http.py"),
    "langchain_community": ("doors/vector_store.py",),
    "gradio": ("doors/page/server.py",),
    "matplotlib": ("doors/render/report_page.py",),
    "rapidfuzz": ("retrieval/spelling.py",),
    "spellchecker": ("retrieval/spelling.py",),
    "typer": ("doors/",),
    "fastapi": ("doors/rest/", "doors/page"),
    "fastmcp": ("doors/mcp.py", "doors/rest/app.py"),
    "uvicorn": ("doors/",),
    "prometheus_client": ("doors/rest/metrics.py",),
    "rich": ("doors/",),
}
TELLS_TIME = {
    "cluster.py": "the age of files",
    "doors/page/trials.py": "a file name",
    "doors/rest/openai_api.py": "a stamp",
    "guard/judging/learning.py": "days",
    "memory/clock.py": "the history",
    "reasoning/model/chat.py": "a date in a header",
}
"""Who may ask what time it is, and for what: the clock on the wall may be set back while something waits."""
MAX_FILE, MAX_FUNCTION = 299, 40
"""Lines."""
MAX_FILES = 16
"""Of a folder; then it wants rooms."""
BLIND = {"Exception", "BaseException"}
HELD = {"Agent", "Checkpoints", "Database", "Embedder", "Index", "Retriever", "RunStore"}
"""Types that have files open."""


@dataclass(frozen=True)
class Source:
    """One parsed file of the package."""

    name: str
    """Path below the package."""
    lines: int
    tree: ast.Module

    @property
    def station(self) -> str:
        """The folder or module right below the package."""
        return self.name.split("/")[0].removesuffix(".py")

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """Every module that it imports, wherever the import stands."""
        return tuple(self._imported())

    def _imported(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{self.name}: imports are absolute"
                yield from (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))

    @property
    def used(self) -> set[str]:
        """Stations that it imports from."""
        own = (name.split(".")[1] for name in self.imports if name.startswith("regulations_agent."))
        return set(own) & set().union(*LAYERS)


def parsed(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(str(path.relative_to(PACKAGE)), len(text.splitlines()), ast.parse(text))


@cache
def sources() -> list[Source]:
    return [parsed(path) for path in sorted(PACKAGE.rglob("*.py"))]


def inside() -> list[Source]:
    return [source for source in sources() if source.station not in {"__init__", "__main__"}]


def test_imports_go_down() -> None:
    rank = {name: level for level, names in enumerate(LAYERS) for name in names}
    assert {source.station for source in inside()} <= rank.keys()
    upward = [(s.name, used) for s in inside() for used in s.used if rank[used] > rank[s.station]]
    assert upward == []


def test_no_cache_of_the_process_holds_an_index_or_a_connection() -> None:
    """What is asked of one goes with it, by `library_cache` or a cache of its own."""
    caches = [
        (source.name, function.name, parameter.annotation)
        for source in inside()
        for function in ast.walk(source.tree)
        if isinstance(function, ast.FunctionDef) and any(map(_caches, function.decorator_list))
        for parameter in (*function.args.args, *function.args.kwonlyargs)
    ]
    held = [
        (file, name)
        for file, name, kind in caches
        if kind and HELD & set(re.findall(r"\w+", ast.unparse(kind)))
    ]
    assert len(caches) > 10 and held == []


def _caches(decorator: ast.expr) -> bool:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(made, ast.Name) and made.id in {"cache", "lru_cache"}


def test_no_two_folders_import_each_other() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for source in inside():
        graph[source.station] |= source.used - {source.station}
    assert list(TopologicalSorter(graph).static_order())


def test_no_two_modules_import_each_other() -> None:
    """For types alone and inside functions neither."""
    names = {"regulations_agent." + s.name.removesuffix(".py").replace("/", "."): s for s in inside()}
    graph = {name: names.keys() & set(source.imports) for name, source in names.items()}
    assert len(list(TopologicalSorter(graph).static_order())) > 400


def test_no_two_rooms_of_a_folder_import_each_other() -> None:
    """What stands beside the rooms uses them, or is used by them."""
    graph: dict[str, set[str]] = defaultdict(set)
    for source in inside():
        room = room_of(source.name)
        modules = (name.removeprefix("regulations_agent.").replace(".", "/") for name in source.imports)
        graph[room] |= {room_of(name) for name in modules if name.startswith(f"{source.station}/")} - {room}
    rooms = {name: {used for used in uses if "/" in used} for name, uses in graph.items() if "/" in name}
    assert len(list(TopologicalSorter(rooms).static_order())) > 20


def room_of(name: str) -> str:
    """`corpus/page/pdf.py` -> `corpus/page`; `corpus/read.py` -> `read`."""
    folder, _, rest = name.removesuffix(".py").partition("/")
    return f"{folder}/{rest.split('/')[0]}" if (PACKAGE / folder / rest.split("/")[0]).is_dir() else rest


def test_no_folder_grows_flat() -> None:
    files = [Path(source.name) for source in sources()]
    counts = Counter(str(file.parent) for file in files if file.name != "__init__.py")
    assert {folder: n for folder, n in counts.items() if n > MAX_FILES} == {}


def test_the_picture_of_the_architecture_shows_the_imports_as_they_are() -> None:
    uses = {s.station: set().union(*(o.used for o in inside() if o.station == s.station)) for s in inside()}
    below: dict[str, set[str]] = {}
    for station in TopologicalSorter({name: used - {name} for name, used in uses.items()}).static_order():
        direct = uses[station] - {station}
        below[station] = direct.union(*(below[name] for name in direct))
    drawn = {
        (name, used)
        for name in uses
        for used in uses[name] - {name} - set().union(*(below[other] for other in uses[name] - {name}))
    }
    picture = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^  (\w+) --> (\w+)$", picture, re.M)) == drawn


def test_what_the_page_on_architecture_names_is_there() -> None:
    page = PACKAGE.parent / "docs" / "architecture.md"
    text = page.read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/]+\.(?:py|txt|json))`", text) if "/" in name}
    places = (PACKAGE, PACKAGE.parent)
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
    assert [link for link in re.findall(r"\]\(([^)]+)\)", text) if not (page.parent / link).exists()] == []


def test_a_heavy_library_has_one_home() -> None:
    users = {(name.split(".")[0], source.name) for source in sources() for name in source.imports}
    away = [(library, at) for library, at in users if library in HOMES and not at.startswith(HOMES[library])]
    assert sorted(away) == []


def test_files_are_small() -> None:
    assert {source.name: source.lines for source in sources() if source.lines > MAX_FILE} == {}


def test_functions_are_small() -> None:
    large = {
        f"{source.name}: {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: lines for name, lines in large.items() if lines > MAX_FUNCTION} == {}


def test_no_failure_is_caught_blindly_outside_the_doors() -> None:
    caught = [
        f"{source.name}:{node.lineno}"
        for source in sources()
        if source.station != "doors"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ExceptHandler) and (node.type is None or BLIND & named(node.type))
    ]
    assert caught == []


def named(node: ast.expr) -> set[str]:
    return {ast.unparse(part) for part in (node.elts if isinstance(node, ast.Tuple) else [node])}


def test_only_what_tells_the_time_reads_the_clock_on_the_wall() -> None:
    asked = {"time.time", "time", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
    readers = {
        source.name
        for source in sources()
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in asked
    }
    assert readers == TELLS_TIME.keys()


def test_every_file_says_in_one_sentence_what_lives_there() -> None:
    assert [source.name for source in sources() if source.lines and not ast.get_docstring(source.tree)] == []


def run_python(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_imports_no_other_library() -> None:
    script = "import sys, regulations_agent; print(*sys.modules)"
    ours = {"regulations_agent", "__main__", *sys.stdlib_module_names, "sitecustomize", "usercustomize"}
    loaded = {name.split(".")[0] for name in run_python(script).split()}
    assert {name for name in loaded - ours if not name.startswith(("_", "__editable__"))} == set()


def test_every_public_name_can_be_imported() -> None:
    script = "import regulations_agent as r; print([n for n in r.__all__ if getattr(r, n) is None])"
    assert run_python(script).strip() == "[]"
