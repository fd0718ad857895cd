"""Keeps what notebooks show that ran elsewhere: `pytest --nbmake --overwrite COPY/notebooks`, `save.py COPY`.

Kept is what GitHub shows: text, tables, plots. Left out are pictures of printed pages, progress bars, and the
plain form of what has a richer one.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
_PICTURE = re.compile(r'<img[^>]*src="data:[^>]*>')


def light(notebook: dict[str, Any], folder: str) -> dict[str, Any]:
    """The notebook as it is kept; `folder`, where it ran, is named nowhere in it."""
    for cell in notebook["cells"]:
        cell.get("metadata", {}).clear()
        if cell["cell_type"] == "code":
            cell["outputs"] = [_light(o) for o in cell["outputs"] if not _is_progress(o)]
    text = json.dumps(notebook, ensure_ascii=False)
    kept: dict[str, Any] = json.loads(re.sub(rf"{re.escape(folder)}/?|/tmp/tmp\w+/", "", text))
    return kept


def _is_progress(output: dict[str, Any]) -> bool:
    data = output.get("data", {})
    return output["output_type"] == "display_data" and "<IPython" in "".join(data.get("text/plain", ""))


def _light(output: dict[str, Any]) -> dict[str, Any]:
    data = output.get("data", {})
    if rich := {"text/html", "text/markdown", "image/png"} & {k for k, v in data.items() if v}:
        output["data"] = {kind: data[kind] for kind in sorted(rich)}
    if "text/html" in output.get("data", {}):
        output["data"]["text/html"] = _PICTURE.sub("", "".join(data["text/html"])).splitlines(keepends=True)
    return output


def main(folder: Path) -> None:
    """Takes over the notebooks that ran in `folder`, a checkout or a copy of what they need."""
    for ran in sorted((folder / "notebooks").glob("*.ipynb")):
        kept = light(json.loads(ran.read_text("utf-8")), str(folder))
        (HERE / ran.name).write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
