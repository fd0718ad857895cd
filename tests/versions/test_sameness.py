"""What is said to be unchanged is so in the texts that are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.versions.diff.sameness import only_references, unchanged

_LISTED = "The the crew boat must may not no a five (5) 6 kg €5,000 B3.4 Article of . or and berth,"
_WORDS = st.sampled_from(_LISTED.split())
_TEXTS = st.lists(_WORDS, min_size=1, max_size=12)
_SPACES = st.sampled_from([" ", "\n", "  "])


@given(_TEXTS, _TEXTS, _SPACES)
def test_word_for_word_is_said_of_equal_texts_alone(old: list[str], new: list[str], space: str) -> None:
    said = "word for word" in unchanged(" ".join(old), space.join(new))
    assert said == ("".join(old) == "".join(new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A fine of €5,000.", "A fine of €7,500."),
        ("The crew may sing.", "The crew must sing."),
        ("The crew may sing.", "The crew may not sing."),
        ("It lasts five (5) days.", "It lasts ten (10) days."),
        ("A boat may sail.", "No boat may sail."),
        ("A boat or a raft.", "A boat and a raft."),
        ("Boats with a sail.", "Boats without a sail."),
        ("A boat is red.", "A boat is blue."),
        ("the crew: sings;", "the crew: sings;\nleaves the dock."),
    ],
)
def test_what_differs_in_substance_is_not_unchanged(old: str, new: str) -> None:
    assert unchanged(old, new) == "" == unchanged(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The Crew must follow Article 3.2.", "The crew must follow Article B4.2."),
        ("The crew that sails sings.", "A crew which sails - sings."),
        ("a) The crew sings", "b) The crew sings"),
    ],
)
def test_small_words_capitals_marks_and_references_are_no_substance(old: str, new: str) -> None:
    said = unchanged(old, new)
    assert "in substance" in said and "word for word" not in said


@pytest.mark.parametrize(
    ("new", "only"),
    [
        ("It costs ten places (Article B4.4.1).", True),
        ("It costs ten places (Article B4.3.1).", False),
        ("It costs five places (Article B4.4.1).", False),
    ],
)
def test_a_change_that_is_only_a_reference_is_known(new: str, only: bool) -> None:
    assert only_references("It costs ten places (Article B4.3.1).", new) is only
