"""Values that a table gives: a share by position, an amount in another currency."""

from __future__ import annotations

from collections.abc import Sequence

from regulations_agent.corpus.numbers.units import same_unit, sole, table
from regulations_agent.language.quantities import number_value, show
from regulations_agent.language.words import stems, tokens, vocabulary
from regulations_agent.reasoning.computing.arithmetic import Computed
from regulations_agent.reasoning.understanding.tables import column_of_place, positions, rows_of
from regulations_agent.retrieval.retriever import Retriever
from regulations_agent.types.document import Clause


def shares(question: str, clauses: Sequence[Clause]) -> list[Computed]:
    """Amounts of a table times the percentage that belongs to the place named."""
    places = positions(question)
    for clause in clauses:
        rows = rows_of(clause)
        found = column_of_place(rows, places[0]) if places else None
        if found is None:
            continue
        percent = next((p for row in rows if (p := _percentage(row.cells, found[1])) is not None), None)
        if percent is None:
            continue
        words = vocabulary(question)
        amounts = [
            (label, value)
            for row in rows
            for label, value in _labelled(row.cells)
            if row is not found[0] and len({w for w in stems(label) if len(w) > 2} & words) >= 1
        ]
        return [
            Computed(value * percent / 100, None, f"{show(value)} × {show(percent)}%", clause, what=label)
            for label, value in amounts
        ]
    return []


def _percentage(cells: Sequence[str], column: int) -> float | None:
    """The cell of a row of percentages."""
    if "%" not in " ".join(cells) or column >= len(cells):
        return None
    return number_value(cells[column].rstrip("% "))


def _labelled(cells: Sequence[str]) -> list[tuple[str, float]]:
    """(label, number) pairs of a row: each number with the words before it."""
    found: list[tuple[str, float]] = []
    label = ""
    for cell in cells:
        value = number_value(cell)
        if value is None:
            label = f"{label} {cell}".strip() if not found or label else cell
        elif label:
            found.append((label.rstrip("# "), value))
            label = ""
    return found if len(found) <= 3 else []


def converted(question: str, amount: Computed, library: Retriever) -> Computed | None:
    """The amount in another currency that the question names, by a rate table of the corpus; None without
    one."""
    units = table()
    named = (found[0] for word in tokens(question) if (found := units.find(word)))
    other = next((u for u in named if u in units.of("money") and not same_unit(u, amount.unit)), None)
    if amount.unit is None or other is None:
        return None
    own, names = (_names(unit) for unit in (amount.unit, other))
    for hit in library.search(f"exchange rate {' '.join(own + names)} {question[:80]}", 15):
        for row in rows_of(hit.clause):
            for head, cell in zip(row.head, row.cells, strict=False):
                rate = number_value(cell)
                first, _, second = head.lower().partition("/")
                if rate and any(n in first for n in own) and any(n in second for n in names):
                    text = f"{show(amount.value)} ÷ {cell}"
                    return Computed(amount.value / rate, sole(other, "money"), text, hit.clause)
    return None


def _names(unit: str) -> list[str]:
    """The words for a currency that heads of columns hold: `dollar`."""
    return [n for n in table().spelt(unit) if " " not in n and not table().is_plural(n)]
