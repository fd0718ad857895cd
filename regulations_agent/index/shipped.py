"""The encoder that travels with this package: taught all-MiniLM-L6-v2 in int8, known by its hashes."""

from __future__ import annotations

from pathlib import Path

from regulations_agent.errors import IndexFailure
from regulations_agent.index.export import file_sha256

SHIPPED = {
    "encoder.onnx": "8319c4b40584b7abf154bfa2a95cd969620bc75d076784504ecc68d61c200dbf",
    "tokenizer.json": "b2671b6b396976e3f5aef2c69ea482aa60a2a571933664ab36f352d655ecea29",
    "encoder.json": "3f1bfb3f888142c830e525ba07e8bcb38a0e09ab75bf0c5fe1696b0659c15b8e",
}
"""sha256 of each file in `data`; `data/encoder.md` says how they were made."""


def shipped_encoder() -> Path:
    """Folder of the three files; raises IndexFailure when one is not as it was released."""
    folder = Path(__file__).parent / "data"
    for name, digest in SHIPPED.items():
        if not (path := folder / name).is_file():
            raise IndexFailure(f"The encoder's file {path} is missing; reinstall regulations-agent.")
        if file_sha256(path) != digest:
            raise IndexFailure(
                f"{path} is not what was released (sha256 differs); reinstall regulations-agent."
            )
    return folder
