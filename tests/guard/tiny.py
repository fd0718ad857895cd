"""A transformers classifier of a few thousand weights, made on the spot."""

from __future__ import annotations

from pathlib import Path


def tiny_model(folder: Path) -> Path:
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir(parents=True)
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *["what", "is", "the", "fine", "for", "you", "are", "now", "a", "pirate", "called"],
    ]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)
    shape = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    BertForSequenceClassification(shape).save_pretrained(folder)
    return folder
