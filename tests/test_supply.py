"""What the repository holds and what it hangs on: no secret, and no licence that binds who uses it."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from regulations_agent.guard.texts.mask import MASK, masked

ROOT = Path(__file__).parents[1]
MADE_UP = re.compile(
    r"canary|secret|example|0123456789|abcdef|1234|your-key|hunter2|password|[{$]|:\.\.\.|user:|//me:|//a:b@",
    re.IGNORECASE,
)
"""What no real key holds: keys that tests and examples make up say so."""
FREE = re.compile(
    r"MIT|Apache|BSD|ISC|MPL|Mozilla|PSF|Python Software Foundation|Unlicense|Zlib|CC0|HPND|0BSD",
    re.IGNORECASE,
)
BINDING = re.compile(r"(?<![A-Z])(?:A?GPL|SSPL|BUSL)|Affero|GNU General|Proprietary|Non-?Commercial", re.I)
SILENT = {
    "asttokens": "Apache-2.0",
    "docutils": "Public Domain; BSD-2-Clause; PSF-2.0",
    "protobuf": "BSD-3-Clause",
    "pypdfium2": "Apache-2.0 OR BSD-3-Clause",
    "sqlite-vec": "MIT OR Apache-2.0",
    "tiktoken": "MIT",
    "transformers": "Apache-2.0",
}
"""Licences that the packages' metadata names by file alone, as those files say, or beside that of a
file that is not installed (the editor's mode of docutils)."""

OF_NVIDIA = re.compile(r"nvidia-|cuda-")
"""What torch brings for graphics cards unless pip is given its build for CPUs: NVIDIA's, not free. Training
and exporting an encoder need torch; asking does not."""


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not in a git repository")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def secrets_in(text: str) -> Iterator[str]:
    """What is shaped like a key or token, and does not say that it is made up."""
    for word in {*re.split(r"[\s\"'`]+", text), *re.findall(r"-----BEGIN [A-Z ]*PRIVATE KEY-----", text)}:
        if is_secret(word):
            yield word[:120]


@cache
def is_secret(word: str) -> bool:
    return MASK in masked(word) and not MADE_UP.search(word)


def test_no_file_of_the_repository_holds_a_secret() -> None:
    found = {}
    for path in tracked():
        data = path.read_bytes() if path.is_file() else b""
        if b"\0" not in data[:8000] and (lines := list(secrets_in(data.decode("utf-8", "replace")))):
            found[str(path.relative_to(ROOT))] = lines
    assert found == {}


def test_a_key_that_is_not_made_up_would_be_found() -> None:
    assert list(secrets_in("key = " + "ghp_" + "Zk3vQ9xT7mLw2RbY8nHc5JpD")) != []
    assert list(secrets_in("-----BEGIN RSA " + "PRIVATE KEY-----")) != []


def hung_on(name: str = "regulations-agent", extras: tuple[str, ...] = ("dev",)) -> dict[str, Distribution]:
    """Every installed package that this one needs with these extras, and what those need."""
    found: dict[str, Distribution] = {}
    waiting = [(name, extras)]
    while waiting:
        name, extras = waiting.pop()
        try:
            package = distribution(name)
        except PackageNotFoundError:  # for other systems
            continue
        for line in package.requires or ():
            needed = Requirement(line)
            wanted = (
                any(needed.marker.evaluate({"extra": e}) for e in (*extras, "")) if needed.marker else True
            )
            if OF_NVIDIA.match(needed.name):
                continue
            if wanted and (needed.name not in found or needed.name == "regulations-agent"):
                found.setdefault(needed.name, package)
                waiting.append((needed.name, tuple(needed.extras)))
    return {name: distribution(name) for name in found if name != "regulations-agent" and _there(name)}


def _there(name: str) -> bool:
    try:
        return distribution(name) is not None
    except PackageNotFoundError:
        return False


def licence(package: Distribution) -> str:
    """As its metadata says: an expression, a classifier, or a name."""
    about = package.metadata
    classed = "; ".join(line for line in about.get_all("Classifier", []) if line.startswith("License"))
    return about.get("License-Expression") or classed or (about.get("License") or "").split("\n")[0]


def test_every_package_that_is_needed_has_a_licence_that_binds_nobody() -> None:
    packages = hung_on()
    told = {name: SILENT.get(name) or licence(package) or "none" for name, package in packages.items()}
    assert len(told) > 100
    assert {name: said for name, said in told.items() if BINDING.search(said) or not FREE.search(said)} == {}


@pytest.mark.parametrize("extra", ["chat", "mcp", "ocr", "page", "serve"])
def test_asking_needs_no_torch(extra: str) -> None:
    packages = hung_on(extras=(extra,))
    assert len(packages) > 50 and "torch" not in packages


RUNS = re.compile(
    r"(?:builtins\.)?(?:eval|exec|compile|__import__)|os\.(?:system|popen|exec\w*|spawn\w*)|runpy\.\w+"
    r"|(?:pickle|cPickle|marshal|shelve|dill|joblib)\.\w+|yaml\.(?:unsafe_)?load|torch\.load|tarfile\.\w+"
)
"""Calls that make code of data, or reach beyond the folder that they unpack into."""
SUSPECT = re.compile(
    r"\b(?:eval|exec|__import__|import_module|os|runpy|c?[pP]ickle|marshal|shelve|dill|joblib|yaml|tarfile"
    r"|allow_pickle|weights_only|np\.load|torch\.load|shell)\b|(?<![.\w])compile\("
)
"""What a file must hold to be looked at closely."""
NAMES_OF_OURS = {
    "regulations_agent/corpus/flow/source.py": "the reader that a format of ours names",
    "regulations_agent/__init__.py": "a module of the package",
}
"""Files that import by a name, and whose name it is."""


def test_no_data_becomes_code() -> None:
    """No pickle, no evaluation, no shell, and no module by a name that comes from outside."""
    found, importers = [], set()
    for path in sorted((ROOT / "regulations_agent").rglob("*.py")):
        name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if SUSPECT.search(text) else ():
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            shell = any(k.arg == "shell" for k in node.keywords)
            unsafe = any(
                k.arg in ("allow_pickle", "weights_only") and _says(k.value, k.arg) for k in node.keywords
            )
            if RUNS.fullmatch(called) or shell or unsafe or (called == "np.load" and not _closed(node)):
                found.append(f"{name}:{node.lineno} {called}")
            if called.endswith("import_module"):
                importers.add(name)
    assert found == [] and importers == NAMES_OF_OURS.keys()


def _says(value: ast.expr, name: str) -> bool:
    """It is set to what lets code in."""
    return ast.unparse(value) != ("False" if name == "allow_pickle" else "True")


def _closed(call: ast.Call) -> bool:
    return any(k.arg == "allow_pickle" for k in call.keywords)


def test_what_measures_names_nothing_that_is_gone() -> None:
    """`make chaos` and its like run too seldom to find out by themselves."""
    gone = []
    for path in sorted([*(ROOT / "benchmarks").rglob("*.py"), *(ROOT / "eval").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                there = _names_in(node.module)
                gone += [
                    f"{path.name}: {node.module}.{a.name}"
                    for a in node.names
                    if there and a.name not in there
                ]
    assert gone == []


@cache
def _names_in(module: str) -> frozenset[str]:
    """Of a module of this repository: what its top level binds, and its own modules; of another none."""
    place = ROOT / module.replace(".", "/")
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    if not (place.is_dir() or file.is_file()):
        return (
            frozenset({"*"})
            if module.split(".")[0] in ("regulations_agent", "tests", "benchmarks")
            else frozenset()
        )
    inside = {path.stem for path in place.iterdir()} if place.is_dir() else set[str]()
    if not file.is_file():
        return frozenset(inside)
    tree = ast.parse(file.read_text(encoding="utf-8"))
    if any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in tree.body):
        return frozenset()
    return frozenset(inside | {name for node in ast.walk(tree) for name in _bound(node)})


def _bound(node: ast.AST) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []
