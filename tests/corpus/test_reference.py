"""Clause numbers: parse, print, parent, order and tolerant look-up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations_agent.corpus.numbers.reference import ClauseNumber, lookup_key, roman_value

NUMBERS = [
    "54.3d)ii)",
    "54.3",
    "47",
    "B5",
    "B1.10.4",
    "B2.5.4c",
    "B2.5.4c.ii",
    "D6.1.1.p",
    "D8.4.1.1",
    "V.1.2",
    "T.7.5.a",
    "GR",
    "GR.1",
    "3.1(q)",
    "3.1(c)(i)",
    "3.1.1.a.ii",
    "B1.4.3#2",
    "B3.4.2#2a",
    "F.3.2.1.e",
    "Appendix 3",
    "Appendix 7/4.a.iii",
    "Appendix B1/Mule Car",
    "Appendix 8/1d)",
    "Appendix 8#2/1d)",
    "Preamble",
]


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_prints_as_it_was_parsed(text: str) -> None:
    assert str(ClauseNumber.parse(text)) == text


LETTERS, ROMANS = st.sampled_from("abcdefghjkmn"), st.sampled_from(["i", "ii", "iii", "iv", "v", "ix", "xii"])
DOTTED = st.lists(st.integers(1, 60), min_size=1, max_size=4).map(lambda n: ".".join(map(str, n)))
ITEMS = st.one_of(
    st.just(""),
    st.tuples(LETTERS, ROMANS).map(lambda x: f"{x[0]}){x[1]})"),
    st.tuples(LETTERS, ROMANS).map(lambda x: f".{x[0]}.{x[1]}"),
    st.tuples(LETTERS, ROMANS).map(lambda x: f"({x[0]})({x[1]})"),
    LETTERS,
)
TOPS = st.sampled_from(["", "B", "D", "GR.", "Appendix 7/", "Appendix B1/"])


@given(TOPS, DOTTED, ITEMS)
def test_every_number_of_the_grammar_survives_a_round_trip(top: str, dotted: str, items: str) -> None:
    number = ClauseNumber.parse(f"{top}{dotted}{items}")
    assert str(number) == f"{top}{dotted}{items}"
    assert ClauseNumber.parse(str(number)) == number


@given(TOPS, DOTTED, ITEMS)
def test_a_parent_is_the_start_of_its_child(top: str, dotted: str, items: str) -> None:
    number = ClauseNumber.parse(f"{top}{dotted}{items}")
    while number.parent is not None:
        assert str(number).startswith(str(number.parent))
        number = number.parent


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("54.3 d", "54.3d)"),
        ("Art. 54.3d)", "54.3d)"),
        ("article b2.5.4.c", "B2.5.4c"),
        ("APP7/4.a.iii", "Appendix 7/4.a.iii"),
        ("Appendix 8 1d)", "Appendix 8/1d)"),
        ("Article 5 of Appendix 4", "Appendix 4/5"),
        ("appendix  b1", "Appendix B1"),
        ("Rule T.7.5.a", "T.7.5.a"),
        ("3.1 (c)(i)", "3.1(c)(i)"),
        ("D.9.3.1", "D9.3.1"),
        ("Rule 8:7 a", "8:7a)"),
    ],
)
def test_every_way_of_writing_a_number_has_one_key(written: str, printed: str) -> None:
    assert lookup_key(written) == lookup_key(printed)


def test_different_numbers_have_different_keys() -> None:
    keys = {lookup_key(n) for n in NUMBERS}
    assert len(keys) == len(NUMBERS)


@pytest.mark.parametrize(
    ("child", "parent"),
    [
        ("54.3d)ii)", "54.3d)"),
        ("54.3", "54"),
        ("8:7a)", "8:7"),
        ("8:7", "8"),
        ("B5", None),
        ("B2.5.4c", "B2.5.4"),
        ("GR.1", "GR"),
        ("Appendix 7/4.a", "Appendix 7/4"),
        ("Appendix B1/Mule Car", "Appendix B1"),
        ("Appendix 3", None),
    ],
)
def test_the_parent_is_one_step_up(child: str, parent: str | None) -> None:
    above = ClauseNumber.parse(child).parent
    assert (str(above) if above else None) == parent


def test_numbers_sort_as_printed() -> None:
    printed = [
        "2",
        "10.1",
        "10.1a)",
        "10.1a)i)",
        "10.1a)ii)",
        "10.1a)ix)",
        "10.1b)",
        "10.1i)",
        "10.2",
        "10.10",
    ]
    assert sorted({*printed}, key=lambda n: ClauseNumber.parse(n).order) == printed


@pytest.mark.parametrize(("text", "value"), [("iv", 4), ("xii", 12), ("a", None), ("iiii", None), ("xl", 40)])
def test_roman_numerals(text: str, value: int | None) -> None:
    assert roman_value(text) == value
