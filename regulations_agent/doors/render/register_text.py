"""How a checked sentence and the rows of the registers look as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regulations_agent.types.views import CheckView, ObligationView, PenaltyView, TermView

VERDICTS = {
    "in_force": "in force",
    "deleted": "deleted, no longer law",
    "changed": "changed: the law in force reads otherwise",
    "not_found": "not found in this corpus",
}
MODALITIES = {"must": "must", "must_not": "must not", "may": "may", "need_not": "need not"}
NEGATIVE = ("Neither", "Nobody", "Nothing", "No one", "neither", "nobody", "nothing", "no one")
"""What a subject begins with that says `not` itself: it `must not`, printed as `Nobody may`."""
SELF_TOLD = ("is ", "are ", "will ", "shall ", "should ")
"""What begins so is printed with its own verb."""
MOST = 8
"""Further clauses that are listed."""
NEAREST = 3
"""Headings above a row that are shown."""


def check_text(view: CheckView) -> str:
    """The verdict, the place, the words of the law, and what differs."""
    parts = [f"{VERDICTS[view.verdict]}."]
    if view.clause_id is not None:
        since = f", since {view.since}" if view.since and view.verdict == "in_force" else ""
        parts.append(f"{view.clause_id}, page {view.page}{since}")
    if view.quote is not None:
        parts += ["", *(f"  {line}" for line in view.quote.splitlines())]
    if view.differences:
        marks = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
        shown = " ".join(marks[change.op].format(change.text) for change in view.differences)
        parts += ["", "From the sentence to the law: " + shown]
    if view.other:
        more = f" and {len(view.other) - MOST} more" if len(view.other) > MOST else ""
        named = "Nearest in force" if view.verdict == "not_found" else "Also"
        parts += ["", f"{named}: {', '.join(view.other[:MOST])}{more}"]
    return "\n".join(parts)


def term_line(row: TermView) -> str:
    others = [alias for alias in row.aliases if f"({alias})" not in row.term]
    aliases = f" ({', '.join(others)})" if others else ""
    used = f"  · used in {len(row.used_in)}" if row.used_in else ""
    return (
        f"{row.term}{aliases}: {' '.join(row.definition.split())}  · {row.clause_id}, page {row.page}{used}"
    )


def penalty_line(row: PenaltyView) -> str:
    decided = f", decided by {row.decided_by}" if row.decided_by else ""
    kind = "mandatory" if row.mandatory else "may be imposed"
    appeal = f"  · appeal: {row.appeal}" if row.appeal else ""
    costs = "; ".join(row.sanctions)
    place = f"{row.clause_id}, page {row.page}"
    return f"{row.breach}: {costs} ({kind}{decided})  · {place}{appeal}{_read_with(row)}"


def obligation_line(row: ObligationView) -> str:
    cases = [case for case in (row.when or "").split("; ") if case and case not in row.what]
    when = f"  [{'; '.join(cases)}]" if cases else ""
    modality = "may" if row.who.startswith(NEGATIVE) else MODALITIES[row.modality]
    said = "" if row.what.startswith(SELF_TOLD) else f"{modality} "
    return f"{row.who} {said}{row.what}{when}  · {row.clause_id}, page {row.page}{_read_with(row)}"


def _read_with(row: PenaltyView | ObligationView) -> str:
    """Below a row the nearest headings above it, and what it leans on."""
    quoted = " ".join(f"“{sentence}”" for sentence in row.context)
    told = ": ".join(filter(None, (" › ".join(row.headings[-NEAREST:]), quoted)))
    return f"\n    {told}" if told else ""
