"""A search backend finds what the files of an index find."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from regulations_agent.answer.render import to_json
from regulations_agent.errors import IndexDamaged, IndexFailure
from regulations_agent.index.index import Index
from regulations_agent.index.milvus import connector, loader
from regulations_agent.index.store import open_index
from regulations_agent.index.vectors.dense import Dense
from regulations_agent.retrieval import seeking
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.settings import Settings
from regulations_agent.testing import LocalBackend, check_search_backend
from regulations_agent.types.run import Filters

QUESTIONS = (
    "What is the deposit for a protest?",
    "pit lane speed limit",
    "What does parc fermé mean?",
    "Who may appeal, and what does it cost in 2018?",
    "zzzz",
    "the",
    "How many engines may a driver use before a grid penalty?",
)


class Elsewhere(LocalBackend):
    """Counts what it is asked for."""

    asked = 0

    def nearest(self, vector, k, documents=None):
        type(self).asked += 1
        return super().nearest(vector, k, documents)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is asked for as few as a large corpus would need of it."""
    monkeypatch.setattr(seeking, "FIRST", 8)


def test_the_files_hold_to_their_own_contract(sample_index: Path, narrow: None) -> None:
    index = open_index(sample_index)
    assert check_search_backend(LocalBackend(index), index, QUESTIONS) == len(QUESTIONS)


@pytest.mark.parametrize("filters", [Filters(), Filters(season=2018), Filters(section="sporting")])
def test_few_vectors_asked_for_find_what_all_find(sample_index, narrow, filters) -> None:
    index = open_index(sample_index)
    Elsewhere.asked = 0
    local, other = Retriever(index), Retriever(replace(index, dense=Elsewhere(index)))
    for question in QUESTIONS:
        for rerank in (True, False):
            told = other.search(question, 10, filters, rerank=rerank)
            assert told == local.search(question, 10, filters, rerank=rerank), question
        assert other.signals(question, filters) == local.signals(question, filters)
    assert Elsewhere.asked >= len(QUESTIONS)


class Wrong(LocalBackend):
    def nearest(self, vector, k, documents=None):
        return super().nearest(vector, k, None)


class Rounded(LocalBackend):
    def take(self, places):
        return super().take(places).astype(np.float16).astype(np.float32)


@pytest.mark.parametrize("kind", [Wrong, Rounded])
def test_the_contract_finds_what_is_wrong(sample_index: Path, kind: type[LocalBackend]) -> None:
    index = open_index(sample_index)
    with pytest.raises(AssertionError):
        check_search_backend(kind(index), index, QUESTIONS)


def test_vectors_of_another_index_are_refused(sample_index: Path) -> None:
    index = open_index(sample_index)
    few = replace(index, dense=Dense.build(index.dense.take(np.arange(3))))
    with pytest.raises(IndexDamaged, match="3 vectors are searched, not the"):
        open_index(sample_index, connect=lambda _: LocalBackend(few))


def test_no_server_is_asked_unless_one_is_named() -> None:
    assert connector(Settings()) is None and loader(Settings()) is None


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Of Milvus Lite, which speaks what a cluster speaks."""
    pytest.importorskip("milvus_lite", reason="needs the extra milvus")
    return Settings(milvus_uri=str(tmp_path_factory.mktemp("milvus") / "vectors.db"))


@pytest.fixture(scope="module")
def index(sample_index: Path, settings: Settings) -> Index:
    """Of the sample, loaded into it."""
    index = open_index(sample_index)
    loader(settings)(index)
    return index


def test_milvus_holds_to_the_contract(index, settings, narrow) -> None:
    assert check_search_backend(connector(settings)(index.hash), index, QUESTIONS) == len(QUESTIONS)


def test_milvus_is_given_an_index_once(index, settings) -> None:
    assert loader(settings)(index) is False


def test_the_alias_names_the_newest_and_the_one_before_it_still_answers(index, settings) -> None:
    from pymilvus import MilvusClient

    load, connect = loader(settings), connector(settings)
    hashes = [index.hash, "1" * 64, "2" * 64]
    former = connect(index.hash)
    assert load(replace(index, hash=hashes[1])) and len(former.nearest(former.take(np.arange(1))[0], 5)[0])
    assert load(replace(index, hash=hashes[2]))
    client = MilvusClient(settings.milvus_uri)
    held = client.describe_alias(settings.milvus_collection)["collection_name"]
    assert held == f"regulations_{'2' * 16}" and connect(hashes[1]).size == index.dense.size
    with pytest.raises(IndexFailure, match="index load"):
        connect(hashes[0])
    assert load(index), "an older index can be made the newest again"


def test_a_load_that_was_cut_off_is_no_index(index, settings, sample_index) -> None:
    from pymilvus import MilvusClient

    MilvusClient(settings.milvus_uri).delete(f"regulations_{index.hash[:16]}", ids=[0, 1, 2])
    with pytest.raises(IndexDamaged, match="load or ingest"):
        open_index(sample_index, connect=connector(settings))
    assert loader(settings)(index)
    assert open_index(sample_index, connect=connector(settings)).dense.size == index.dense.size


def test_the_server_can_be_asked_by_season_section_and_issue(index, settings) -> None:
    from pymilvus import MilvusClient

    (row,) = MilvusClient(settings.milvus_uri).get(settings.milvus_collection, [0])
    there = {d.id: d for d in index.documents if 0 in index.views_in([d.id])}
    assert sorted(row["documents"]) == sorted(there)
    assert set(row["seasons"]) == {d.season for d in there.values()}
    assert set(row["sections"]) == {d.section for d in there.values()}


def test_answers_are_those_of_the_files(index, settings, sample_index) -> None:
    from regulations_agent import Agent

    told = [Agent.open(sample_index, settings=s, keep_runs=False) for s in (Settings(), settings)]
    for question in QUESTIONS[:3]:
        local, other = (json.loads(to_json(agent.ask(question, fresh=True))) for agent in told)
        for answer in (local, other):
            for changing in ("seconds", "steps", "run_id", "tool_calls", "thread_id"):
                answer.pop(changing)
        assert json.dumps(other) == json.dumps(local)


def test_a_server_that_is_not_there_is_said_in_one_sentence() -> None:
    pytest.importorskip("pymilvus", reason="needs the extra milvus")
    settings = Settings(milvus_uri="/nowhere/at/all.db")
    with pytest.raises(IndexFailure, match="Milvus failed"):
        connector(settings)("0" * 64)
