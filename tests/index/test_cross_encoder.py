"""What reads a question and a passage together."""

from __future__ import annotations

import pytest

from regulations_agent.errors import IndexFailure
from regulations_agent.index.vectors.cross_encoder import GRAPH, PAIR_TOKENS, CrossEncoder
from regulations_agent.index.vectors.embedder import SHIPPED

pytestmark = pytest.mark.usefixtures("computed")
RULES = (
    "Guests\nDogs must be kept on a lead in the garden and are not allowed in the kitchen.",
    "Guests\nEvery guest signs the book at the gate before nine in the evening.",
    "Fees\nThe yearly fee is 40 crowns and is paid by the end of March.",
)


@pytest.fixture(scope="module")
def model() -> CrossEncoder:
    return CrossEncoder()


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("Can I bring my dog into the kitchen?", 0),
        ("until when may somebody visiting me come in", 1),
        ("how much does membership cost", 2),
    ],
)
def test_the_rule_that_answers_is_the_surest(model: CrossEncoder, question: str, right: int):
    logits = model.logits(question, RULES)
    assert max(range(len(RULES)), key=logits.__getitem__) == right


def test_rules_are_less_sure_where_none_answers(model: CrossEncoder):
    asked, silent = (model.logits(q, RULES) for q in ("Where may dogs go?", "Where may cats sleep?"))
    assert max(silent) < max(asked)


def test_company_and_order_change_nothing(model: CrossEncoder):
    together = model.logits("how much does membership cost", RULES)
    alone = [model.logits("how much does membership cost", [rule])[0] for rule in RULES]
    assert alone == together == model.logits("how much does membership cost", RULES[::-1])[::-1]


def test_any_text_is_read(model: CrossEncoder):
    long = "word " * 5000
    assert model.logits("", ()) == []
    assert len(model.logits(long, [long, "", "\ud800", "a\x00b"])) == 4
    kept = "word " * PAIR_TOKENS
    assert model.logits("why", [long]) == model.logits("why", [kept])


def test_an_altered_model_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(SHIPPED, GRAPH, "0" * 64)
    with pytest.raises(IndexFailure, match=f"{GRAPH} is not what was released.*; reinstall") as refusal:
        CrossEncoder().logits("why", ["because"])
    assert "\n" not in str(refusal.value)
