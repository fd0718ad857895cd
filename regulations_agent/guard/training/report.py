"""What a trained head is worth: measured out of fold, written as a card for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from regulations_agent.guard.judging.head import Floats, Head
from regulations_agent.guard.training.examples import Example


@dataclass(frozen=True, slots=True)
class Report:
    """Figures of a training; shares in [0, 1]."""

    labels: tuple[str, ...]
    lines: int
    """Example lines; their variants are `windows`."""
    windows: int
    auroc: float
    """Of the chance that a text is not of the first label."""
    found: float
    """Share of the other labels' examples at or above the threshold."""
    false_alarms: float
    """Share of the first label's examples at or above it."""
    accuracy: float
    confusion: tuple[tuple[int, ...], ...]
    """Rows: what it is; columns: what it was taken for."""
    recall: tuple[float, ...]
    precision: tuple[float, ...]
    encoder: str
    threshold: float
    temperature: float
    recipe: Mapping[str, object]

    def to_markdown(self, name: str) -> str:
        """The model card."""
        first, rest = self.labels[0], self.labels[1:]
        facts = {
            "encoder": self.encoder,
            "examples": f"{self.lines} lines and texts, {self.windows} windows",
            f"AUROC, {first} or not": f"{self.auroc:.4f}",
            f"others found at {self.threshold}": f"{self.found:.3f}",
            f"{first} taken for others": f"{self.false_alarms:.3f}",
            "label right": f"{self.accuracy:.3f}",
            "temperature": f"{self.temperature}",
        }
        lines = [f"# Head `{name}`", "", f"A linear head that tells `{first}` from {', '.join(rest)}.", ""]
        lines += ["Figures are out of fold: each line is judged by weights that never saw it.", ""]
        lines += ["| | |", "|---|---|", *(f"| {k} | {v} |" for k, v in facts.items()), ""]
        lines += [f"| is, taken for | {' | '.join(self.labels)} | recall | precision |"]
        lines += ["|---|" + "---:|" * (len(self.labels) + 2)]
        for label, row, recall, precision in zip(
            self.labels, self.confusion, self.recall, self.precision, strict=True
        ):
            lines.append(f"| {label} | {' | '.join(map(str, row))} | {recall:.3f} | {precision:.3f} |")
        recipe = ", ".join(f"{key} {value}" for key, value in self.recipe.items())
        return "\n".join([*lines, "", f"Recipe: {recipe}.", ""])


def measured(
    head: Head,
    examples: Sequence[Example],
    place: npt.NDArray[np.int64],
    chances: Floats,
    recipe: Mapping[str, object],
) -> Report:
    """The figures of out-of-fold `chances`, shape (examples, labels)."""
    from sklearn.metrics import confusion_matrix, precision_recall_fscore_support, roc_auc_score

    taken, other, found = chances.argmax(axis=1), place != 0, 1 - chances[:, 0]
    numbers = list(range(len(head.labels)))
    precision, recall, _, _ = precision_recall_fscore_support(place, taken, labels=numbers, zero_division=0)
    return Report(
        labels=head.labels,
        lines=len({example.group for example in examples}),
        windows=len(examples),
        auroc=float(roc_auc_score(other, found)),
        found=float((found[other] >= head.threshold).mean()),
        false_alarms=float((found[~other] >= head.threshold).mean()),
        accuracy=float((taken == place).mean()),
        confusion=tuple(tuple(map(int, row)) for row in confusion_matrix(place, taken, labels=numbers)),
        recall=tuple(map(float, recall)),
        precision=tuple(map(float, precision)),
        encoder=head.encoder,
        threshold=head.threshold,
        temperature=head.temperature,
        recipe=recipe,
    )
