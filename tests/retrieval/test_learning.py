from __future__ import annotations

import numpy as np
import pytest

from regulations_agent.errors import UsageError
from regulations_agent.retrieval.features import NAMES
from regulations_agent.retrieval.learning import example, learn_order, minimised
from regulations_agent.retrieval.retriever import Retriever
from tests.books import HashedWords

ANIMALS = ("dogs", "cats", "horses", "ducks", "geese", "sheep", "goats", "hens")
TEXTS = {f"note/{name}": f"{name} and fees" for name in ANIMALS} | {
    f"rule/{name}": f"The keeper of {name} pays two fees to the office before the first of May of the year "
    "and shows the receipt at the gate whenever he is asked for it by a warden or by a judge."
    for name in ANIMALS
}


def first(retriever: Retriever) -> list[str]:
    return [retriever.search(f"{name} fees", k=1)[0].id for name in ANIMALS[4:]]


def test_judged_questions_teach_an_order_that_holds_for_other_questions():
    plain = Retriever.from_texts(TEXTS, HashedWords())
    taught = plain.fitted({f"{name} fees": [f"rule/{name}"] for name in ANIMALS[:4]})
    assert first(taught) == [f"rule/{name}" for name in ANIMALS[4:]] != first(plain)
    assert first(plain) == [f"note/{name}" for name in ANIMALS[4:]]


def test_the_same_judgements_teach_the_same_order():
    judged = {f"{name} fees": [f"rule/{name}"] for name in ANIMALS[:4]}
    weights = [Retriever.from_texts(TEXTS, HashedWords()).fitted(judged).order.weights for _ in range(2)]
    assert weights[0].shape == (len(NAMES),) and (weights[0] == weights[1]).all()


@pytest.mark.parametrize("judged", [{}, {"dogs fees": []}, {"dogs fees": ["rule/unicorns"]}])
def test_nothing_is_learned_from_questions_without_right_passages(judged):
    with pytest.raises(UsageError, match="no question has a right passage"):
        Retriever.from_texts(TEXTS, HashedWords()).fitted(judged)


def test_an_adapter_raises_the_right_passages_of_its_own_questions():
    index = Retriever.from_texts({str(n): f"fact{n} of subject{n}" for n in range(12)}, HashedWords()).index
    rows = np.arange(12)
    examples = [example(index, f"subject of fact{n}", rows, lambda row, n=n: row == n) for n in range(12)]
    order = learn_order(examples, adapt=True)
    assert order.adapter is not None and order.adapter.shape == (64, 64)
    gains = [e.vectors @ (e.question @ order.adapter) for e in examples]
    assert all(g[e.gold].mean() > g[e.there & ~e.gold].mean() for g, e in zip(gains, examples, strict=True))


def test_the_least_of_a_bowl_is_found_whatever_its_shape():
    slopes, middle = np.array([1.0, 40.0, 0.2]), np.array([3.0, -1.0, 0.5])

    def bowl(x: np.ndarray) -> tuple[float, np.ndarray]:
        return float((slopes * (x - middle) ** 2).sum()), 2 * slopes * (x - middle)

    assert minimised(bowl, np.zeros(3), 60) == pytest.approx(middle, abs=0.01)
    assert minimised(bowl, middle, 5) == pytest.approx(middle)


def test_every_right_passage_of_a_question_rises():
    texts = {
        str(n): f"{'fees' if n in (2, 7) else 'dues'} of {'long ' * 9 if n in (2, 7) else ''}x"
        for n in range(12)
    }
    index = Retriever.from_texts(texts, HashedWords()).index
    order = learn_order([example(index, "of x", np.arange(12), lambda row: row in (2, 7))])
    found = example(index, "of x", np.arange(12), lambda row: row in (2, 7))
    sums = found.x @ order.weights
    assert sums[found.gold].min() > sums[found.there & ~found.gold].max()


def test_what_answered_other_questions_is_likelier_to_answer_the_next():
    plain = Retriever.from_texts({str(n): f"fees of animal{n}" for n in range(10)}, HashedWords())
    taught = plain.fitted({f"fees asked {n}": ["3" if n % 2 else "7"] for n in range(12)})
    assert {hit.id for hit in taught.search("fees once more", k=2)} == {"3", "7"}
    assert {hit.id for hit in plain.search("fees once more", k=2)} == {"0", "1"}


def test_a_passage_is_not_told_that_it_answers_the_question_learned_from():
    plain = Retriever.from_texts({str(n): f"fees of animal{n}" for n in range(10)}, HashedWords())
    taught = plain.fitted({f"fees of animal{n}": [str(n)] for n in range(10)})
    order = taught.order
    assert order.answered is not None and order.answered == pytest.approx(np.log(2))
    assert order.weights[NAMES.index("answered")] <= 0
