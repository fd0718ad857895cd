"""What the repository holds and what it hangs on: no secret, and no licence that binds who uses it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from regulations_agent.guard.mask import MASK, masked

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
    "protobuf": "BSD-3-Clause",
    "pypdfium2": "Apache-2.0 OR BSD-3-Clause",
    "sqlite-vec": "MIT OR Apache-2.0",
    "tiktoken": "MIT",
    "transformers": "Apache-2.0",
}
"""Licences that the packages' metadata names by file alone, as those files say."""


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not in a git repository")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def secrets_in(text: str) -> Iterator[str]:
    """What is shaped like a key or token, and does not say that it is made up."""
    for word in [*re.split(r"[\s\"'`]+", text), *re.findall(r"-----BEGIN [A-Z ]*PRIVATE KEY-----", text)]:
        if MASK in masked(word) and not MADE_UP.search(word):
            yield word[:120]


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
    told = {name: licence(package) or SILENT.get(name, "none") for name, package in packages.items()}
    assert len(told) > 100
    assert {name: said for name, said in told.items() if BINDING.search(said) or not FREE.search(said)} == {}
