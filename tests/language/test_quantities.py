"""Numbers are read with their units, and clause numbers are none."""

from __future__ import annotations

import pytest

from regulations_agent.language.quantities import number_value, ordinal_value, quantities, show


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a penalty of ten (10) seconds", [(10, "second")]),
        ("US Dollars 215,000,000, increased by", [(215_000_000, "USD")]),
        ("US$8,161 for each point", [(8161, "USD")]),
        ("$215 million", [(215_000_000, "USD")]),
        ("60% of full size, at 50m/s", [(60, "%"), (50, "m/s")]),
        ("must not exceed 100kg/h", [(100, "kg/h")]),
        ("at least 4.5 hours", [(4.5, "hour")]),
        ("at most three and a half (3.5) hours", [(3.5, "hour")]),
        ("above 31.0°C", [(31, "°C")]),
        ("twenty-four (24) hours", [(24, "hour")]),
        ("eight hundred and seventy (870) kilograms", [(870, "kg")]),
        ("thirty-six million five hundred thousand euros", [(36_500_000, "EUR")]),
        ("forty-six point five per cent (46.5%)", [(46.5, "%")]),
        ("3 (three) laps", [(3, "lap")]),
        ("two hundred (200) kilowatts", [(200, "kW")]),
        ("four (4) megajoules", [(4, "MJ")]),
        ("at 110 dBC, or one hundred and ten (110) decibels", [(110, "dB"), (110, "dB")]),
        ("not less than 7metres/second, or 7 m per s", [(7, "m/s"), (7, "m/s")]),
        ("4 MJ per lap and 100 kg / hour", [(4, "MJ/lap"), (100, "kg/h")]),
        ("490,6mm +/-1mm", [(490.6, "mm"), (1, "mm")]),
        ("within 5 s or 3 mins, 72 h at most", [(5, "second"), (3, "minute"), (72, "hour")]),
        ("30 newton metres", [(30, "Nm")]),
        (
            "36 by 66 yards, 2 1/2 ft, two and one-half inches",
            [(36, "yd"), (66, "yd"), (2.5, "ft"), (2.5, "in")],
        ),
        (
            'A 15’ long by 6’ wide; 12" x 5"; 5\'8"',
            [(15, "ft"), (6, "ft"), (12, "in"), (5, "in"), (5, "ft"), (8, "in")],
        ),
        ("10 in total, a 6 in wide board, 6 ft 2 in", [(10, None), (6, "in"), (6, "ft"), (2, "in")]),
        ('see “Rule 5” and one "occurrence"', [(1, None)]),
        (
            "1,800 sq. ft. on 3 acres; 25 mph; 100 gallons",
            [(1800, "ft²"), (3, "acre"), (25, "mph"), (100, "gal")],
        ),
        (
            "68 °F, 20 degrees, 250psi, 30 lb. 4 oz.",
            [(68, "°F"), (20, "°F"), (250, "psi"), (30, "lb"), (4, "oz")],
        ),
        (
            "ten (10) business days, 60 calendar days, 3-5 weeks",
            [(10, "business day"), (60, "day"), (3, "week"), (5, "week")],
        ),
        (
            "A$500, KShs 5,000, RM100, Rs. 2 lakh, ₹ 1,00,000",
            [(500, "AUD"), (5000, "KES"), (100, "MYR"), (2e5, "INR"), (1e5, "INR")],
        ),
        ("Forty thousand pesos (₱40,000) and 30 million won", [(40000, "PHP"), (30e6, "won")]),
        ("a weight of thirty pounds", [(30, "lb")]),
        ("a fine of thirty pounds", [(30, "GBP")]),
        ("thirty pounds", [(30, "pound")]),
        ("one foot on the pedal, one foot above it", [(1, None), (1, "ft")]),
        ("to AMS 4471A and alloy AMS 4482A; a fuse of 80A", [(4471, None), (4482, None), (80, "A")]),
        ("a 2/3 majority, one-half of the members", [(2, None), (3, None), (1, None)]),
        ("see Article 54.3d) of Appendix 7 in 2026", []),
        ("D6.1.1.p", []),
    ],
)
def test_numbers_of_a_rule(text: str, found: list[tuple[float, str | None]]):
    assert [(q.value, q.unit) for q in quantities(text)] == found


def test_a_quantity_knows_where_it_stands():
    text = "no more than twelve (12) members"
    (quantity,) = quantities(text)
    assert text[quantity.start : quantity.end].strip() == "twelve (12)"


def test_words_and_ordinals_have_values():
    assert [number_value(w) for w in ("ten", "twenty-four", "1,800,000", "often")] == [
        10,
        24,
        1_800_000,
        None,
    ]
    assert [ordinal_value(w) for w in ("sixth", "3rd", "place")] == [6, 3, None]


def test_values_are_shown_as_people_write_them():
    assert [show(v) for v in (6115429.0, 1.25, 256.0)] == ["6,115,429", "1.25", "256"]


def test_one_after_any_or_each_is_no_number():
    assert quantities("Any one of the elements, each one, no one.") == []
    assert [q.value for q in quantities("any one (1) element, one set")] == [1.0, 1.0]
