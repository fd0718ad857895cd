from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.errors import UnknownClause, UsageError
from regulations_agent.index.building.assemble import assemble
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.retrieval.seeking import weighted_fusion
from regulations_agent.types.run import Filters
from tests.books import LIBRARY, HashedWords, book


def make(readings=LIBRARY) -> Retriever:
    return Retriever(assemble([Record(encode(reading)) for reading in readings], HashedWords())[0])


LIB = make()
QUESTION = "speed limit in the pit lane"


def ids(hits) -> list[str]:
    return [hit.id for hit in hits]


def test_the_newest_season_comes_first_of_clauses_that_fit_alike():
    first, second, *_ = LIB.search(QUESTION)
    assert (first.id, second.document.id) == ("2026/sporting@1/B1.7", "2025/sporting@4")


def test_a_season_that_is_named_or_given_is_searched_alone():
    expected = {"2025/sporting@4", "2025/technical@2"}
    assert {hit.document.id for hit in LIB.search(f"{QUESTION} in 2025")} == expected
    assert {hit.document.id for hit in LIB.search(QUESTION, filters=Filters(season=2025))} == expected


def test_an_older_issue_is_found_only_when_it_is_asked_for():
    assert "2025/sporting@1" not in {hit.document.id for hit in LIB.search(QUESTION)}
    hits = LIB.search("speed limit in the pit lane, Issue 1 of the 2025 sporting regulations")
    assert hits[0].id == "2025/sporting@1/34.7"


def test_the_issue_of_a_day_is_the_newest_published_by_then():
    hits = LIB.search(QUESTION, filters=Filters(as_of="2024-02-15", season=2025))
    assert hits == []
    hits = LIB.search(QUESTION, filters=Filters(as_of="2025-02-15", section="sporting"))
    assert {hit.document.id for hit in hits} == {"2025/sporting@4"}


def test_struck_and_non_binding_text_is_never_found():
    found = {hit.id for hit in LIB.search("dogs may enter the paddock marshals thanked", k=50)}
    assert not found & {"2025/sporting@4/34.8", "2025/sporting@4/34.9", "2025/sporting@1/34.8"}


def test_law_of_a_later_year_is_found_only_for_that_year():
    assert "2026/sporting@1/B1.8" not in ids(LIB.search("hybrid boost"))
    assert "2026/sporting@1/B1.8" in ids(LIB.search("hybrid boost in 2027"))


def test_a_text_that_two_seasons_share_is_found_once_where_it_is_newest():
    rules = [("1", "TYRES", ""), ("1.1", "", "Tyres must be round.")]
    library = make([book(2024, "sporting", 1, rules), book(2025, "sporting", 1, rules)])
    assert ids(library.search("round tyres")) == ["2025/sporting@1/1.1"]


def test_a_clause_that_the_question_numbers_leads_with_score_one():
    hits = LIB.search("What does Article 54.3 say about the pit lane?")
    assert (hits[0].id, hits[0].score, hits[0].via) == ("2025/sporting@4/54.3", 1.0, "lookup")
    assert len(ids(hits)) == len(set(ids(hits)))


@pytest.mark.parametrize(
    "typed", ["34.7 a)", "34.7a", "Art. 34.7(a)", "2025/sporting/34.7 a", "2025/sporting@4/34.7a)"]
)
def test_look_up_is_tolerant(typed):
    assert ids(LIB.lookup(typed)) == ["2025/sporting@4/34.7a)"]


def test_look_up_finds_what_is_struck_and_says_so():
    (hit,) = LIB.lookup("34.8")
    assert not hit.clause.in_force


def test_look_up_of_nothing_is_empty_and_an_unknown_id_says_what_there_is():
    assert LIB.lookup("99.9") == [] and LIB.lookup("") == []
    with pytest.raises(UnknownClause, match="2025/sporting"):
        LIB.clause("2025/sporting/99.9")
    with pytest.raises(UnknownClause, match=r"99\.9"):
        LIB.clause("99.9")
    with pytest.raises(UsageError, match="2025/technical@2"):
        LIB.document("2031/sporting")


def test_a_clause_id_without_issue_means_the_newest():
    assert LIB.clause("2025/sporting/34.7").id == LIB.clause("34.7").id == "2025/sporting@4/34.7"
    assert LIB.document("2025/sporting").issue == 4


def test_clauses_hang_together_as_printed():
    clause = LIB.clause("2025/sporting@4/34.7")
    first, second = LIB.children(clause)
    assert (first.number, second.number) == ("34.7a)", "34.7b)")
    assert LIB.siblings(first) == [second] and LIB.parent(first) == clause
    assert [c.number for c in LIB.path(second)] == ["34", "34.7"]
    assert LIB.parent(LIB.clause("2025/sporting@4/34")) is None


def test_references_lead_both_ways_and_across_books():
    penalty = LIB.clause("2025/sporting@4/54.3")
    assert [c.id for c in LIB.references(penalty)] == ["2025/technical@2/4.1"]
    assert [c.id for c in LIB.cited_by(penalty)] == ["2025/sporting@4/34.7b)"]


def test_full_text_reads_on_through_the_items():
    lines = LIB.full_text(LIB.clause("2025/sporting@4/34.7")).split("\n")
    assert (
        lines[0].endswith("80 km/h.")
        and lines[1].startswith("a) Any driver")
        and lines[2].startswith("b) During")
    )


def test_a_table_begins_on_a_line_of_its_own_behind_the_heading_of_its_item():
    table = "| Runs | Hours |\n| --- | --- |\n| 320 | 80 |"
    made = make([book(2025, "sporting", 1, [("7", "TESTING", ""), ("7a)", "Wind tunnel", table)])])
    assert made.full_text(made.clause("2025/sporting@1/7")) == f"a) Wind tunnel\n{table}"


@pytest.mark.parametrize("term", ["Mule Car", "mule car", "MC", "mule cars"])
def test_a_definition_is_found_by_term_and_alias(term):
    assert ids(LIB.definition(term)) == ["2026/sporting@1/B2.1"]


def test_what_holds_a_defined_term_is_not_defined_itself():
    assert LIB.definition("mule car given to a customer") == []


def test_a_question_for_a_meaning_leads_to_the_definition():
    assert LIB.search("What is a mule car?")[0].id == "2026/sporting@1/B2.1"


def test_plain_passages_keep_their_ids():
    library = Retriever.from_texts(
        {"D12/4.3.1": "Records must be kept.", "x y@1/z": "Fees are due."}, HashedWords()
    )
    assert ids(library.search("Who keeps records?", k=1)) == ["D12/4.3.1"]
    assert library.clause("x y@1/z").text == "Fees are due."


def test_without_the_learned_order_words_and_meaning_alone_decide():
    library = Retriever.from_texts(
        {"a": "Fees are due.", "b": "Fees are due in May each year."}, HashedWords()
    )
    plain, ordered = (library.search("When are fees due?", rerank=rerank) for rerank in (False, True))
    assert plain[0].id == "a" and {hit.id for hit in plain} == {hit.id for hit in ordered}
    assert plain[0].score >= plain[1].score > 0


def test_no_passages_and_no_words_find_nothing():
    assert Retriever.from_texts({}, HashedWords()).search("anything") == []
    assert LIB.search("   ") == []


def test_items_of_one_clause_do_not_crowd_out_others():
    rules = [
        ("1", "FLAGS", ""),
        ("1.1", "", "Flags are:"),
        *((f"1.1{c})", "", f"flag {c}") for c in "abcdef"),
    ]
    library = make([book(2025, "sporting", 1, [*rules, ("1.2", "", "A flag is shown by marshals.")])])
    assert "2025/sporting@1/1.2" in ids(library.search("flag", k=3))


@given(st.text(max_size=60))
def test_any_search_gives_unique_law_in_falling_scores(text):
    hits = LIB.search(text, k=5)
    assert len(hits) <= 5 and len(set(ids(hits))) == len(hits)
    assert all(0 <= hit.score <= 1 and (hit.via == "lookup" or hit.clause.in_force) for hit in hits)
    searched = [hit.score for hit in hits if hit.via == "search"]
    assert searched == sorted(searched, reverse=True)


@given(st.floats(0, 1), st.lists(st.tuples(st.floats(0, 50), st.floats(-1, 1)), min_size=1))
def test_fused_scores_lie_between_none_and_all(weight, pairs):
    lexical, dense = (np.array(values, np.float32) for values in zip(*pairs, strict=True))
    fused = weighted_fusion(lexical, dense, 50.0, weight)
    assert ((fused >= 0) & (fused <= 1)).all()


def test_an_index_on_disk_answers_as_the_one_in_memory(tmp_path: Path):
    from regulations_agent.index.building.assemble import silent
    from regulations_agent.index.storage.files import building
    from regulations_agent.index.store import publish

    with building(tmp_path) as scratch:
        publish(tmp_path, scratch, LIB.index, "reader", silent)
    assert Retriever.open(tmp_path, HashedWords()).search(QUESTION) == LIB.search(QUESTION)
