"""`train`: learn a head, export an encoder; `graph`: the loop as a picture; `doctor`: the machine."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulations_agent.doors.options import IndexOption, JsonOption, read_settings
from regulations_agent.doors.terminal import note, say, say_json
from regulations_agent.errors import IndexFailure

if TYPE_CHECKING:
    from regulations_agent.graph.loop.build import Graph
    from regulations_agent.guard.judging.head import Head
    from regulations_agent.guard.training.examples import Example
    from regulations_agent.index.vectors.embedder import Embedder


def graph(
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Print a Mermaid diagram.")] = False,
) -> None:
    """Draw the loop: reason, act, reflect, grade."""
    from regulations_agent.graph.loop import build

    settings = read_settings()
    say(build.mermaid(settings) if mermaid else drawn_edges(build.build_graph(settings)))


def drawn_edges(graph: Graph) -> str:
    """One edge a line; a dotted one is taken only sometimes."""
    edges = graph.get_graph().edges
    return "\n".join(f"{e.source:<10} {'····>' if e.conditional else '────>'} {e.target}" for e in edges)


def doctor(
    index: IndexOption = None,
    model: Annotated[
        bool, typer.Option("--model", help="Ask the models what they can do; only that is left to them.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check what asking and ingesting need on this machine; each line says what to do about it."""
    from regulations_agent.doors.diagnosis import diagnose, probed

    settings = read_settings(index=index)
    findings = list(probed(settings)) if model else diagnose(settings)
    if as_json:
        say_json([{"check": f.check, "ok": f.ok, "found": f.found, "advice": f.advice} for f in findings])
    else:
        for finding in findings:
            advice = f": {finding.advice}" if finding.advice else ""
            say(f"{'ok     ' if finding.ok else 'problem'}  {finding.check:<10} {finding.found}{advice}")
    if any(not finding.ok for finding in findings):
        raise typer.Exit(IndexFailure.exit_code)


class Trainee(StrEnum):
    """What can be trained."""

    guard = "guard"
    intent = "intent"
    encoder = "encoder"


def train(
    what: Annotated[
        Trainee, typer.Argument(help="The question guard, the intent of questions, or the encoder.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Default: models in the data folder.")
    ] = None,
    collections: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Public examples, as guard/data/collections.toml names them."),
    ] = None,
    base_model: Annotated[
        str | None,
        typer.Option(
            "--base-model", metavar="NAME", help="Fine-tune, or export, this transformers model instead."
        ),
    ] = None,
) -> None:
    """Train a classifier from the shipped examples and your corrections; twice gives the same files."""
    if what is Trainee.encoder:
        export_encoder(base_model, out or read_settings().data_dir / "models")
    else:
        train_classifier(what, out, base_model, collections)


def train_classifier(
    what: Trainee, out: Path | None, base_model: str | None, collections: Path | None
) -> None:
    """Learns the heads of the guard, or that of the intent."""
    from regulations_agent.guard.question import open_learned
    from regulations_agent.guard.training.training import corrected, gather, read_recipe, save
    from regulations_agent.guard.training.training import train as train_head
    from regulations_agent.index.vectors.embedder import open_embedder

    settings = read_settings()
    name = "question" if what is Trainee.guard else "intent"
    recipe = read_recipe(name)
    said = corrected(open_learned(settings).corrections()) if what is Trainee.guard else []
    examples = gather(name, recipe, said)
    folder = out or settings.data_dir / "models"
    if base_model is not None:
        from regulations_agent.guard.training.finetune import fine_tune

        note(f"Fine-tuning {base_model} on {len(examples)} texts")
        say(fine_tune(base_model, examples, recipe, folder / f"{name}-transformer"))
        return
    note(f"Training on {len(examples)} texts")
    embedder = open_embedder(settings)
    trained = train_head(examples, recipe, embedder)
    path = save(trained, name, folder)
    say(trained.report.to_markdown(name))
    if collections is not None and what is Trainee.guard:
        _train_caller(collections, folder, examples, trained.head, embedder)
    note(f"Written to {path}{'; the guard uses it from the next start on' if said or not out else ''}.")


def _train_caller(
    collections: Path, folder: Path, examples: list[Example], head: Head, embedder: Embedder
) -> None:
    """The head that says what is called an attack, over public collections too."""
    from regulations_agent.guard.training.public import public_examples
    from regulations_agent.guard.training.training import gather, read_recipe, save
    from regulations_agent.guard.training.training import train as train_head

    recipe = read_recipe("attack")
    examples = examples + gather("attack", recipe) + public_examples(collections, head, embedder, recipe)
    note(f"Training on {len(examples)} texts, public ones with them")
    called = train_head(examples, recipe, embedder)
    save(called, "attack", folder)
    say(called.report.to_markdown("attack"))


def export_encoder(model: str | None, folder: Path) -> None:
    """Exports a sentence-transformers model, or the published one from which the shipped encoder learned.

    Says of each file whether it is the one that was released.
    """
    from regulations_agent.index.vectors.embedder import SHIPPED
    from regulations_agent.index.vectors.export import (
        BASE_MODEL,
        ENCODER_FILES,
        base_weights,
        export,
        file_sha256,
    )

    folder.mkdir(parents=True, exist_ok=True)
    export(model or base_weights(), Path(model or BASE_MODEL).name, folder)
    for name in ENCODER_FILES:
        made, released = file_sha256(folder / name), SHIPPED[name]
        say(f"{made}  {name}  {'as released' if made == released else f'not as released: {released}'}")
    note(f"Written to {folder}.")
