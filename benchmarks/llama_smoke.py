"""Asks a real server, llama-cpp-python's with a tiny random model: chat, stream, forced tools, JSON modes.

In an environment of its own, for it builds C++ for some minutes:

    python -m venv /tmp/llama && /tmp/llama/bin/pip install 'llama-cpp-python[server]==0.3.2' gguf
    /tmp/llama/bin/python benchmarks/llama_smoke.py make /tmp/llama/tiny.gguf
    /tmp/llama/bin/python -m llama_cpp.server --model /tmp/llama/tiny.gguf --n_ctx 32768 \\
        --chat_format chatml-function-calling --port 8099
    python -m benchmarks.llama_smoke ask http://127.0.0.1:8099/v1

The words of a random model mean nothing; what is looked at is that each way to ask is understood and ends.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

WIDTH, HEADS, LAYERS, FEED = 64, 4, 2, 128
CONTEXT = 32_768
VERDICT = {
    "title": "Verdict",
    "description": "Whether it is good.",
    "type": "object",
    "properties": {"good": {"type": "boolean"}},
    "required": ["good"],
    "additionalProperties": False,
}
"""A form that even a random model ends, where the server holds it to the form."""


def make(path: Path) -> None:
    """A llama of 2 layers with random weights, and a vocabulary of bytes."""
    import gguf
    import numpy as np

    random = np.random.default_rng(0)
    tokens = [b"<unk>", b"<s>", b"</s>", *(f"<0x{n:02X}>".encode() for n in range(256))]
    tokens += [chr(n).encode() for n in range(33, 127)] + ["▁".encode()]
    types = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    types += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * (len(tokens) - 259)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(types)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)

    def tensor(name: str, *shape: int) -> None:
        values = np.ones(shape) if len(shape) == 1 else random.normal(0, 0.3, shape)
        writer.add_tensor(name, values.astype(np.float32))

    tensor("token_embd.weight", len(tokens), WIDTH)
    tensor("output.weight", len(tokens), WIDTH)
    tensor("output_norm.weight", WIDTH)
    for block in range(LAYERS):
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"blk.{block}.{name}.weight", WIDTH, WIDTH)
        for name, shape in (("gate", (FEED, WIDTH)), ("up", (FEED, WIDTH)), ("down", (WIDTH, FEED))):
            tensor(f"blk.{block}.ffn_{name}.weight", *shape)
        tensor(f"blk.{block}.attn_norm.weight", WIDTH)
        tensor(f"blk.{block}.ffn_norm.weight", WIDTH)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def ask(url: str) -> None:
    """Each way to ask, through the package's own client; one line each."""
    from regulations_agent.agent import Agent
    from regulations_agent.reasoning.assisted.planning import tool_schema
    from regulations_agent.reasoning.model.chat import Request, Server
    from regulations_agent.reasoning.model.faults import ModelFault
    from regulations_agent.reasoning.model.models import METHODS
    from regulations_agent.settings import load_settings
    from regulations_agent.tools.registry import load_tools

    given = {
        "openai_base_url": url,
        "openai_model": "tiny",
        "model_reply_tokens": 200,
        "model_call_seconds": 60,
    }
    messages = ({"role": "user", "content": "Reply in JSON: how good is the answer?"},)
    tools = tuple(tool_schema(tool) for tool in load_tools(load_settings().tools).values())
    for stream in (False, True):
        server = Server(load_settings(**given, model_stream=stream))
        ways = {"chat": Request("tiny", messages), "tools": Request("tiny", messages, tools=tools)}
        ways |= {m: Request("tiny", messages, form=VERDICT, method=m) for m in METHODS}
        for name, request in ways.items():
            began = time.monotonic()
            try:
                reply = server.send(request, 20)
                calls = [call.name[:20] for call in reply.calls]
                said = f"{len(reply.text)} characters, calls {calls}, form {reply.parsed}"
                said += f", tokens {reply.input_tokens} in {reply.output_tokens} out"
            except ModelFault as fault:
                said = f"{fault.kind}: {fault}"
            sys.stdout.write(
                f"{'stream' if stream else 'whole'} {name}: {said} ({time.monotonic() - began:.1f} s)\n"
            )
    agent = Agent.open(engine="chat", **{**given, "model_seconds": 120.0}, keep_runs=False)
    answer = agent.ask("What happens if a car is released unsafely?", fresh=True)
    sys.stdout.write(f"ask: ok {answer.ok}, {answer.engine}, {answer.usage}, {answer.warnings}\n")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(Path(sys.argv[2]))
    else:
        ask(sys.argv[2])
