"""onnxruntime as everything here opens it: one thread a text, so that sums have one order and one result."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

LEFT_OUT = ["SkipLayerNormFusion"]
"""Rewrites of the graph by onnxruntime that cost more than they give: this one takes a third of the time of
a question. Results differ by rounding of int8 sums, so vectors are named by it.
"""


def mute_runtime() -> None:
    """onnxruntime 1.29 and later report to their maker, and keep an id of the machine, unless this says no
    before it is first imported."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def open_session(graph: Path) -> InferenceSession:
    mute_runtime()
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    providers = ["CPUExecutionProvider"]
    return onnxruntime.InferenceSession(
        str(graph), options, providers=providers, disabled_optimizers=LEFT_OUT
    )
