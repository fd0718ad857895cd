"""What is said about the corpus without a run: documents compared, clauses, registers, a quoted sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from regulations_agent.graph.ask import Scope, bounded, filters_of_scope, worded
from regulations_agent.settings import Settings
from regulations_agent.types.escapes import without_escapes

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever
    from regulations_agent.types.changes import CompareView
    from regulations_agent.types.views import (
        CheckView,
        ClauseView,
        ObligationView,
        OutlineView,
        PenaltyView,
        TermView,
    )


class Lookups:
    """Answers by looking up: the same question always has the same answer, and nothing is kept of it."""

    library: Retriever
    settings: Settings

    def compare(
        self, old: str, new: str, *, topic: str | None = None, clause: str | None = None
    ) -> CompareView:
        """Two documents side by side, for example `2025/sporting@1` and `2025/sporting@4`, or two seasons.

        `topic` (words) or `clause` (a number of either side) narrows it. Raises `UsageError`.
        """
        from regulations_agent.versions.comparison.view import compare_view

        if topic:
            topic = bounded(topic, self.settings.max_question_chars, "topic")
        old, new = worded(old, "older side"), worded(new, "newer side")
        return compare_view(old, new, self.library, topic, clause)

    def clause(self, clause_id: str, *, history: bool = True) -> ClauseView:
        """A clause with its path, references and terms; raises `UnknownClause`.

        `history` follows it through all issues, which takes seconds where it was renumbered.
        """
        from regulations_agent.answer.views import clause_view
        from regulations_agent.versions.comparison.history import history as life

        return clause_view(worded(clause_id, "clause id"), self.library, life if history else None)

    def outline(self, document_id: str) -> tuple[OutlineView, ...]:
        """The table of contents of a document; raises `UsageError` for an unknown one."""
        from regulations_agent.answer.views import outline

        return outline(worded(document_id, "document id"), self.library)

    def check(self, text: str, **scope: Unpack[Scope]) -> CheckView:
        """Whether a quoted sentence is in force, deleted or changed, and where; raises `UsageError`."""
        from regulations_agent.versions.check import check

        if worded(text, "sentence").strip():  # of none it says itself what it wants
            text = bounded(text, self.settings.max_question_chars, "sentence")
        return check(text, self.library, filters_of_scope(scope, self.library, self.settings))

    def terms(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[TermView, ...]:
        """The defined terms in force, those with `word` alone if given."""
        from regulations_agent.answer.registers import terms

        return terms(self.library, _word(word), filters_of_scope(scope, self.library, self.settings))

    def penalties(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[PenaltyView, ...]:
        """What each breach costs, those with `word` alone if given."""
        from regulations_agent.answer.registers import penalties

        return penalties(self.library, _word(word), filters_of_scope(scope, self.library, self.settings))

    def obligations(self, word: str | None = None, **scope: Unpack[Scope]) -> tuple[ObligationView, ...]:
        """Who must, must not or may do what by when, those with `word` alone if given."""
        from regulations_agent.answer.registers import obligations

        return obligations(self.library, _word(word), filters_of_scope(scope, self.library, self.settings))


def _word(word: str | None) -> str | None:
    return None if word is None else without_escapes(worded(word, "word"))
