"""Numbers as lists print them: letters, Roman numerals, ordinals and English words."""

from __future__ import annotations

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
    (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip


def bijective(n: int, letters: str) -> str:
    """a to z, then aa, ab, as browsers count; the decimal for what is not above 0."""
    if n < 1:
        return str(n)
    out = ""
    while n:
        n, rest = divmod(n - 1, len(letters))
        out = letters[rest] + out
    return out


def roman(n: int) -> str:
    """Upper case; the decimal outside 1-3999."""
    if not 1 <= n <= 3999:
        return str(n)
    out = ""
    for size, sign in _ROMAN:
        out += sign * (n // size)
        n %= size
    return out


def ordinal(n: int) -> str:
    """1st, 2nd, 11th."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def spelled(n: int) -> str:
    """`Twenty-one`; the decimal outside 0-999."""
    return _words(n).capitalize() if 0 <= n <= 999 else str(n)


def spelled_ordinal(n: int) -> str:
    """`Twenty-first`; `1000th` and the like outside 0-999."""
    if not 0 <= n <= 999:
        return ordinal(n)
    head, dash, last = _words(n).replace(" ", "~").rpartition("-" if n % 10 and n % 100 > 20 else "~")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    last = _ORDINALS.get(last, regular)
    return f"{head}{dash}{last}".replace("~", " ").capitalize()


def _words(n: int) -> str:
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 - 2] + (f"-{ONES[n % 10]}" if n % 10 else "")
    return f"{ONES[n // 100]} hundred" + (f" {_words(n % 100)}" if n % 100 else "")
