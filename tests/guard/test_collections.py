"""Public collections: each is named with its origin, read by its hash, and kept to its use."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from regulations_agent.errors import UsageError
from regulations_agent.guard.training.collections import (
    ATTACK,
    HARMLESS,
    Collection,
    read_collections,
    texts_of,
)
from regulations_agent.guard.training.public import public_examples
from regulations_agent.guard.training.training import DATA, Head, read_recipe
from tests.books import HashedWords

ROWS = b'prompt,label\n"Kill a process?",safe\n"Do <X>, then stop.",bad\n"Kill time?",safe\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "maker+name").mkdir()
    (tmp_path / "maker+name" / "a.csv").write_bytes(ROWS)
    return tmp_path


def collection(**fields: object) -> Collection:
    files = {"a.csv": hashlib.sha256(ROWS).hexdigest()}
    plain = Collection("a", "maker/name", "c" * 40, "MIT", "harmless", "train", files, "prompt")
    return replace(plain, **fields)  # type: ignore[arg-type]


def test_every_collection_has_an_origin_a_licence_and_one_use():
    found = read_collections("train", "choose", "last")
    assert len({one.name for one in found}) == len(found)
    assert all(len(one.commit) == 40 and one.licence and one.files for one in found)
    seen = {one.maker for one in read_collections("train", "choose")}
    last = read_collections("last")
    assert not seen & {one.maker for one in last}
    assert all(len({one.maker for one in last if one.label == label}) >= 3 for label in (HARMLESS, ATTACK))


def test_rows_are_chosen_and_places_filled_in(folder: Path):
    assert set(texts_of(collection(only={"label": "safe"}), folder)) == {"Kill a process?", "Kill time?"}
    assert "Do it, then stop." in texts_of(collection(fill={"<X>": "it"}), folder)
    assert texts_of(collection(share=0.0), folder) == []


def test_rows_may_lie_in_an_object_or_a_line_each(tmp_path: Path):
    (tmp_path / "maker+name").mkdir()
    for data, rows in (
        (b'{"about": 1, "all": [{"prompt": "Kill time?"}]}', "all"),
        (b'{"prompt": "a"}\n', "lines"),
    ):
        (tmp_path / "maker+name" / "a.json").write_bytes(data)
        files = {"a.json": hashlib.sha256(data).hexdigest()}
        assert len(texts_of(collection(files=files, rows=rows), tmp_path)) == 1


def test_another_file_than_the_named_one_is_refused(folder: Path):
    with pytest.raises(UsageError, match="sha256 differs"):
        texts_of(collection(files={"a.csv": "0" * 64}), folder)
    with pytest.raises(UsageError, match="cannot be read"):
        texts_of(collection(repository="maker/other"), folder)


def test_examples_need_the_collections(tmp_path: Path):
    head = Head.load(DATA / "question.safetensors")
    with pytest.raises(UsageError, match="cannot be read"):
        public_examples(tmp_path, head, HashedWords(), read_recipe("question"))
