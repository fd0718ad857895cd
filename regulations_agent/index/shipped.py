"""The encoder that travels with this package: all-MiniLM-L6-v2 as an int8 graph, known by its hashes."""

from __future__ import annotations

from pathlib import Path

from regulations_agent.errors import IndexFailure
from regulations_agent.index.export import file_sha256

SHIPPED = {
    "encoder.onnx": "6894632099a202538fed89b847fb944338d7a660459179b64aaacbd6f8c3d577",
    "tokenizer.json": "b2671b6b396976e3f5aef2c69ea482aa60a2a571933664ab36f352d655ecea29",
    "encoder.json": "0ad3a21278dedf35b882548f69cb31cf2650c7201fca7af8e398021e58b717f4",
}
"""sha256 of each file in `data`, as `regulations-agent train encoder` makes it."""


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
