"""llama.cpp's own server on one thread and one slot, from the wheel `xllamacpp`: `llama_server.py GGUF PORT`.

For an environment of its own, which `make check-model` makes; the package itself needs none of it.
"""

from __future__ import annotations

import sys
from threading import Event

import xllamacpp


def main(weights: str, port: int) -> None:
    given = xllamacpp.CommonParams()
    given.model.path = weights
    given.hostnames, given.port = ["127.0.0.1"], port
    given.n_ctx, given.n_parallel = 8_192, 1
    given.cpuparams.n_threads = given.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(given)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
