"""Gives a document of an index another id or title; references follow, former ids still find it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from regulations_agent.errors import UsageError
from regulations_agent.index.books.identity import renamed, repointed
from regulations_agent.index.books.names import Name, parsed, read_names, write_names
from regulations_agent.index.building.assemble import Known, assemble, silent
from regulations_agent.index.milvus import loader
from regulations_agent.index.storage.files import building, checked, read_manifest
from regulations_agent.index.storage.records import Record, encode
from regulations_agent.index.store import open_index, publish
from regulations_agent.index.vectors.embedder import Embedder
from regulations_agent.index.vectors.export import file_sha256
from regulations_agent.settings import Settings, is_built
from regulations_agent.types.document import Document, Reading
from regulations_agent.types.escapes import printable_line


def rename(
    old: str,
    new: str,
    index_dir: Path,
    title: str | None = None,
    embedder: Embedder | None = None,
    *,
    settings: Settings | None = None,
) -> Document:
    """The document under its new id, or with another title where `new` is its id; kept for its file's hash.

    With settings the server that they name is given the new index. Raises UsageError for a document that is
    not there, an id that is taken or is none, a title without letters, and where nothing would change.
    """
    title = _line(title)
    with building(index_dir, settings) as scratch:
        former = read_manifest(index_dir)
        document = _found(old, former.documents)
        now = _named(document, new, title, former.documents)
        records = {
            d.id: Record(checked(index_dir, d.id, former.files[f"reading/{d.id}"])) for d in former.documents
        }
        changed = [_under_new_name(record, document, now) for record in records.values()]
        known = open_index(index_dir, embedder)
        index, _ = assemble(changed, known.embedder, Known(known.sense_hashes, known.vectors()))
        names = read_names(index_dir)
        before = names.get(document.sha256, Name(document.id)).former
        ids = tuple(dict.fromkeys((*before, document.id)))
        given = title or names.get(document.sha256, Name("")).title
        write_names(
            index_dir, {**names, document.sha256: Name(now.id, given, tuple(i for i in ids if i != now.id))}
        )
        if load := loader(settings):
            load(index)
        publish(index_dir, scratch, index, former.reader, silent)
    return now


def declare(path: Path, name: str, index_dir: Path, settings: Settings | None = None) -> None:
    """Says under which id a file is to be read; one that the index holds already is renamed, as `rename`.

    Raises UsageError for what is no id, or no file.
    """
    try:
        digest = file_sha256(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}); --as names one file.") from error
    held = read_manifest(index_dir).documents if is_built(index_dir) else ()
    if (document := next((d for d in held if d.sha256 == digest), None)) is not None:
        if document.id != name:
            rename(document.id, name, index_dir, settings=settings)
        return
    parsed(name, Document(None, "", None, None, "", 0, digest))
    with building(index_dir):
        write_names(index_dir, {**read_names(index_dir), digest: Name(name)})


def _line(title: str | None) -> str | None:
    line = None if title is None else printable_line(title)
    if line == "":
        raise UsageError("The title is empty; give one in words, or leave --title out.")
    return line


def _named(document: Document, name: str, title: str | None, documents: Sequence[Document]) -> Document:
    """The document under an id that is free, with a title; raises UsageError where neither is new."""
    now = replace(parsed(name, document), title=title or document.title)
    if now == document:
        raise UsageError(f"{now.id} has that id and title already; give another id, or --title.")
    there = next((d for d in documents if d.id == now.id != document.id), None)
    if there is not None:
        raise UsageError(f"{now.id} is taken by {there.file or there.title}; choose another id.")
    return now


def _found(name: str, documents: tuple[Document, ...]) -> Document:
    found = [d for d in documents if name in (d.id, d.book)]
    if len(found) == 1 or any(d.id == name for d in found):
        return next((d for d in found if d.id == name), found[0])
    if found:
        raise UsageError(f"{name} has several issues: name one of {', '.join(d.id for d in found)}.")
    raise UsageError(f"No document {name!r} in the index; it holds {', '.join(d.id for d in documents)}.")


def _under_new_name(record: Record, former: Document, now: Document) -> Record:
    """The record with its own name, or its references to the other, changed."""
    header = record.header
    references = tuple(record.references())
    reading = Reading(
        header.document, (), tuple(record.clauses()), references, tuple(record.terms()), header.problems
    )
    if header.document.id == former.id:
        return Record(encode(renamed(reading, now)))
    pointed = tuple(repointed(reference, former, now) for reference in references)
    return record if pointed == references else Record(encode(replace(reading, references=pointed)))
