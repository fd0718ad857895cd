"""Fine-tunes a transformers classifier on the guard's examples: for who has a GPU; not used at run time."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from regulations_agent.errors import UsageError
from regulations_agent.guard.training.examples import Example, folds
from regulations_agent.guard.training.fitting import Recipe

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

RATE, BATCH, EPOCHS, PATIENCE, TOKENS = 5e-5, 16, 6, 2, 256


def fine_tune(
    base: str, examples: Sequence[Example], recipe: Recipe, folder: Path, *, epochs: int = EPOCHS
) -> str:
    """Trains on all folds but one, stops by that one, and saves model, tokenizer and figures to a folder.

    `base`: a folder, or a name that transformers can load. Raises UsageError when it cannot be loaded. Gives
    the figures in one line.
    """
    import torch

    torch.manual_seed(recipe.seed)
    labels = [recipe.first, *sorted({e.label for e in examples} - {recipe.first})]
    tokenizer, model = _opened(base, labels)
    parts = folds([e.group for e in examples], recipe.folds, recipe.seed)
    learn = [e for e, part in zip(examples, parts, strict=True) if part]
    check = [e for e, part in zip(examples, parts, strict=True) if not part]
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE)
    best, since = _right(model, tokenizer, check, labels), 0
    _keep(model, tokenizer, folder)
    for _ in range(epochs):
        model.train()
        for batch in _batches(learn, recipe.seed):
            optimiser.zero_grad()
            loss = model(**_encoded(tokenizer, batch), labels=_targets(batch, labels)).loss
            loss.backward()
            optimiser.step()
        share = _right(model, tokenizer, check, labels)
        since = 0 if share > best else since + 1
        if share > best:
            best = share
            _keep(model, tokenizer, folder)
        if since >= PATIENCE:
            break
    figures = {"base": base, "right_held_out": round(best, 4), "examples": len(learn), "held_out": len(check)}
    (folder / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return f"{base}: {best:.3f} of {len(check)} held-out texts right; saved to {folder}"


def _opened(base: str, labels: list[str]) -> tuple[PreTrainedTokenizerBase, PreTrainedModel]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    names = dict(enumerate(labels))
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
        model = AutoModelForSequenceClassification.from_pretrained(
            base, num_labels=len(labels), id2label=names, label2id={v: k for k, v in names.items()}
        )
    except (OSError, ValueError) as fault:
        raise UsageError(f"{base!r} cannot be loaded by transformers ({fault}).") from fault
    return tokenizer, model


def _encoded(tokenizer: PreTrainedTokenizerBase, batch: Sequence[Example]) -> dict[str, torch.Tensor]:
    texts = [example.text for example in batch]
    return dict(tokenizer(texts, padding=True, truncation=True, max_length=TOKENS, return_tensors="pt"))


def _targets(batch: Sequence[Example], labels: list[str]) -> torch.Tensor:
    import torch

    return torch.tensor([labels.index(example.label) for example in batch])


def _batches(examples: Sequence[Example], seed: int) -> list[list[Example]]:
    mixed = list(examples)
    random.Random(seed).shuffle(mixed)
    return [mixed[at : at + BATCH] for at in range(0, len(mixed), BATCH)]


def _right(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, examples: Sequence[Example], labels: list[str]
) -> float:
    """Share of the examples whose label the model gives."""
    import torch

    model.train(False)
    right = 0
    with torch.no_grad():
        for at in range(0, len(examples), BATCH):
            batch = examples[at : at + BATCH]
            taken = model(**_encoded(tokenizer, batch)).logits.argmax(dim=-1)
            right += int((taken == _targets(batch, labels)).sum())
    return right / max(1, len(examples))


def _keep(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
