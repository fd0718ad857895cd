"""The table of units: what it holds fits together, and everyday words ask by it."""

from __future__ import annotations

from math import isclose

import pytest

from regulations_agent.corpus.numbers.units import dimensions, is_amount, same_unit, sole, table


@pytest.mark.parametrize(
    ("one", "times", "other"),
    [
        ("ft", 12, "in"),
        ("yd", 3, "ft"),
        ("mile", 1760, "yd"),
        ("lb", 16, "oz"),
        ("day", 24, "hour"),
        ("km", 1000, "m"),
    ],
)
def test_sizes_fit_each_other(one: str, times: int, other: str) -> None:
    sizes = table().sizes
    assert isclose(sizes[one], times * sizes[other])


@pytest.mark.parametrize(
    ("length", "area"), [("ft", "ft²"), ("in", "in²"), ("yd", "yd²"), ("mile", "mile²"), ("km", "km²")]
)
def test_an_area_is_a_length_squared(length: str, area: str) -> None:
    assert isclose(table().sizes[length] ** 2, table().sizes[area])


def test_what_stands_for_several_is_each_of_them() -> None:
    assert dimensions("pound") == {"mass", "money", "force"} and sole("pound", "money") == "GBP"
    assert same_unit("pound", "lb") and same_unit("°", "°C") and not same_unit("lb", "kg")
    units = table()
    assert all(members <= units.dimensions.keys() for members in units.several.values())


def test_a_sign_is_read_in_other_letters_where_it_is_no_other() -> None:
    found = [table().find(sign) for sign in ("KG", "km/H", "mw", "MW", "S", "all")]
    assert found == [("kg", 0), ("km/h", 0), None, ("MW", 0), None, None]


def test_a_number_of_a_clause_is_no_amount() -> None:
    amounts = ("5 days", "5%", "5.2 million", "5 ft")
    numbers = ("5 in the book", "section 5” and", "5 second-hand cups".replace("second", "yard"))
    assert all(is_amount(text, 1 if text[1] != "." else 3) for text in amounts)
    assert not any(is_amount(text, text.index("5") + 1) for text in numbers)
