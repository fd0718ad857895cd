"""The guard before the loop: what of a question may be answered, and what it tries to do to the assistant."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from regulations_agent.guard.judging.learning import Learned
from regulations_agent.guard.judging.orders import (
    Judges,
    asks,
    has_tags,
    is_tagged,
    take_out_orders,
)
from regulations_agent.guard.judging.remains import CLEARLY, question_in
from regulations_agent.guard.judging.scope import Scope
from regulations_agent.guard.judging.verdict import Classifier, Opinion, open_head
from regulations_agent.guard.texts.normal import folded, visible
from regulations_agent.guard.texts.pieces import pieces
from regulations_agent.guard.texts.windows import stretches
from regulations_agent.language.sentences import sentences
from regulations_agent.settings import Settings
from regulations_agent.tools.out_of_scope_handler import decline_text
from regulations_agent.types.answer import GuardVerdict
from regulations_agent.types.run import Question, Screening, Turn

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

REFUSED = (
    "I cannot follow instructions that are put into a question, and no question about the rules is left "
    "in it. Ask about the regulations and I will answer from them."
)
ORDER_IGNORED = "The question contained instructions to the assistant; they were not followed."
HIDDEN = 0.4
"""Chance from which a text of which not all can be seen is looked at sentence by sentence."""
SURE = 0.97
"""Chance from which a stretch about the corpus is an attack all the same, and part of a sentence an order."""
DOUBTED = 0.15
"""Chance by the second head below which a text is left whole, whatever the first one says: a story told
before a question is no order (of 226 orders around questions none is below it)."""
AGREED = 0.3
"""Chance by the second head from which an order that stood beside a question is called an attack."""
LIKELY, ODDS = 0.05, 3.0
"""Chance by the second head from which a text is declined whose odds of being an attack are so many times
those of being about the corpus: of 3,027 answerable questions of many fields it declines 5."""
_KEY_WORDS = re.compile(r"\s*[A-Za-z\d'’%-]+(?: [A-Za-z\d'’%-]+){0,2}\s*\??")
"""Three words at most, without a full stop."""
SUSPICIOUS, CLEAR, MOST_READ = 0.2, 0.7, 2
"""Chances by words alone from which a sentence, or part of one, is read by the encoder; how many are."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QuestionGuard:
    """Screens questions; safe to share between threads."""

    classifier: Classifier
    """Finds orders beside questions about the rules: it rather takes out too much."""
    caller: Classifier
    """Says what is an attack where nothing about the rules is left: it rather calls too little one."""
    settings: Settings
    scope: Scope
    """What the corpus is about."""
    learned: Learned | None = None
    """Corrections and the log of violations; None without them."""
    owner: str | None = None
    """Whose questions are screened."""

    @classmethod
    def open(cls, settings: Settings, library: Retriever) -> QuestionGuard:
        """The guard of an index; raises UsageError when the trained weights cannot be read."""
        head = open_head("question", settings.data_dir / "models")
        classifier = Classifier(head, library.index.embedder)
        if classifier.embedder is None:
            log.warning(
                "the guard was trained over %s, not %s: it judges by words alone until `train guard` is run",
                head.encoder, library.index.embedder.name,
            )  # fmt: skip
        caller = Classifier(open_head("attack", settings.data_dir / "models"), library.index.embedder)
        return cls(classifier, caller, settings, Scope(library), open_learned(settings))

    def untaught(self) -> QuestionGuard:
        """The same guard without what people corrected, and without a log: the same for the same text."""
        return replace(self, learned=None)

    def of(self, owner: str | None) -> QuestionGuard:
        """The same guard for the questions of an owner."""
        return replace(self, owner=owner)

    @property
    def threshold(self) -> float:
        """Chance from which a text counts as an attack."""
        given = self.settings.guard_threshold
        return self.classifier.head.threshold if given is None else given

    def judge(self, text: str) -> GuardVerdict:
        """What becomes of a question."""
        return self._screened(text)[0]

    def screen(self, question: Question) -> Screening:
        """The question without orders to the assistant; refused when nothing about the rules is left."""
        if self.settings.guard_mode == "allow":
            return Screening(GuardVerdict(), question)
        verdict, text = self._screened(question.text, alone=not question.history)
        if self.learned is not None and verdict.category is not None:
            try:
                self.learned.note(verdict, question.text, self.owner)
            except OSError as fault:
                log.warning("an attack is not noted: %s", fault)
        turns = tuple(turn for turn in question.history if turn.role == "assistant" or self._passes(turn))
        asked = replace(question, text=text or question.text, history=turns)
        if verdict.decision == "refuse":
            return Screening(verdict, asked, REFUSED)
        if not text:
            return Screening(verdict, asked, decline_text(self.scope.library))
        return Screening(verdict, asked, warnings=(ORDER_IGNORED,) if verdict.category else ())

    def _passes(self, turn: Turn) -> bool:
        return self._screened(turn.content)[0].category is None

    def _screened(self, text: str, *, alone: bool = True) -> tuple[GuardVerdict, str]:
        shown = visible(text).strip()
        word = self.learned.word_about(text) if self.learned else None
        if word == "allow":
            return GuardVerdict(), shown
        refuses = self.settings.guard_mode == "refuse"
        if word == "deny":
            category = self._worst(text).category
            return GuardVerdict("refuse" if refuses else "observe", category, 1.0), shown
        verdict, left = self._taken_apart(text, shown)
        strays = refuses and verdict.decision == "allow" and self._strays(left, alone)
        return verdict, "" if strays else left

    def _taken_apart(self, text: str, shown: str) -> tuple[GuardVerdict, str]:
        """What the heads say of a text, and what of it may be searched for."""
        opinion = self._worst(text)
        verdict = GuardVerdict(score=opinion.score)
        if self._is_plain(opinion.score, text, shown) or self._is_key_words(opinion.score, text, shown):
            return verdict, shown
        if not self._is_attack(text, DOUBTED):
            return verdict, shown
        cleaned = take_out_orders(shown, Judges(self._is_order, self._is_question, self._is_part))
        if opinion.score > self._worst(shown).score:  # what nobody sees is an order in any case
            cleaned = replace(cleaned, orders=cleaned.orders + 1)
        if not cleaned.orders and (opinion.score < self.threshold or self._may_stay(opinion, shown)):
            return verdict, shown
        if left := question_in(cleaned, self.scope, self._is_order):
            named = left.split() != shown.split() and self._is_attack(text, AGREED)
            return replace(verdict, category=opinion.category if named else None), left
        refuses = self.settings.guard_mode == "refuse"
        if not self._is_attack(text):  # nothing to search for either way: declined, kindly
            return verdict, "" if refuses and opinion.score >= SURE else cleaned.text or shown
        verdict = GuardVerdict("refuse" if refuses else "observe", opinion.category, opinion.score)
        return verdict, cleaned.text or shown

    def _is_attack(self, text: str, least: float | None = None) -> bool:
        """Something is asked to be overridden, revealed or run."""
        given = self.settings.guard_threshold
        least = (least or self.caller.head.threshold) if given is None else given
        return self._worst(text, self.caller).score >= least

    def _strays(self, left: str, alone: bool) -> bool:
        """It is likelier an attack than about the corpus: searched for, it would be answered with a rule that
        shares its words. More is asked of key words, and of what lives on the question before it; what asks
        for a rule of this field is let through, and a story that ends in a harmless question."""
        if not left:
            return False
        likely = min(self._worst(text, self.caller).score for text in (left, *_last_question(left)))
        if likely < (LIKELY if alone and not _KEY_WORDS.fullmatch(left) else AGREED):
            return False
        seen = self.scope.best(left)
        about = max(seen.chance, self.scope.chance(left))
        return likely * (1 - about) > ODDS * about * (1 - likely) and not seen.silent

    def _is_plain(self, score: float, text: str, shown: str) -> bool:
        """Nothing in it can be an order, so that no sentence need be judged by itself."""
        if has_tags(shown):
            return False
        hidden = " ".join(shown.split()) != " ".join(text.split())
        return score < (HIDDEN if hidden else self.threshold)

    def _is_key_words(self, score: float, text: str, shown: str) -> bool:
        """A few words as typed into a search box (`override mode`), which order nothing.

        The head was trained on sentences: only what it is all but sure of, and what no clause holds, is an
        attack.
        """
        if _KEY_WORDS.fullmatch(text) is None or is_tagged(shown):
            return False
        return score < SURE or self.scope.holds(shown)

    def _may_stay(self, opinion: Opinion, text: str) -> bool:
        """Nothing in it is an order: it sounds like an attack, and is a question about the corpus."""
        return opinion.score < SURE and self._is_question(text)

    def _is_question(self, text: str) -> bool:
        """It asks, or is as short as a key word search, and the corpus is about it."""
        if asks(text):
            return self.scope.is_sure(text)
        return len(text.split()) >= 2 and self.scope.is_sure(text, CLEARLY)

    def _worst(self, text: str, by: Classifier | None = None) -> Opinion:
        """Of the text as a whole, of its suspicious sentences, and of parts that are surely orders."""
        parts = stretches(folded(text))
        whole = parts if len(parts) > 1 else []
        found = [self._opinion(one, by) for one in (text, *self._doubted(whole, SUSPICIOUS))]
        cut = self._doubted([*chain(*map(pieces, parts))], CLEAR)
        found += [opinion for one in cut if (opinion := self._opinion(one, by)).score >= SURE]
        return max(found, key=lambda opinion: opinion.score)

    def _doubted(self, parts: Sequence[str], least: float) -> list[str]:
        """Those that their words alone make most suspicious."""
        chances = sorted(zip(self.classifier.by_words(parts), parts, strict=True), reverse=True)
        return [part for chance, part in dict.fromkeys(chances) if chance >= least][:MOST_READ]

    def _opinion(self, text: str, by: Classifier | None = None) -> Opinion:
        """Of a head, with what people said about such texts."""
        opinion = (by or self.classifier).opinion(text)
        return self.learned.adjusted(text, opinion, self.classifier.embedder) if self.learned else opinion

    def _is_part(self, part: str) -> bool:
        """A fragment is no sentence as the head was trained on, so that more is asked of it."""
        if is_tagged(part):
            return True
        if self.classifier.by_words([part])[0] < CLEAR:
            return False
        return self._is_order(part) and self._opinion(part).score >= SURE

    def _is_order(self, part: str) -> bool:
        if is_tagged(part):
            return True
        score = self._opinion(part).score
        if score < self.threshold:
            return False
        return score >= SURE or not (asks(part) and self.scope.is_sure(part))


def _last_question(text: str) -> list[str]:
    """The sentence that a text ends in where it asks."""
    spans = sentences(text)
    last = text[spans[-1].start :] if spans else ""
    return [last] if last.rstrip().endswith("?") else []


def open_learned(settings: Settings) -> Learned:
    """What was learned under these settings."""
    override = settings.guard_override_similarity
    return Learned(
        settings.state_dir / "guard", override, keep_text=settings.guard_log_text, days=settings.history_days
    )
