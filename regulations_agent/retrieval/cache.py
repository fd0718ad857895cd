"""Results kept with the library that they were made from."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from regulations_agent.retrieval.retriever import Retriever

Given = ParamSpec("Given")
Made = TypeVar("Made")
OfLibrary = Callable[Concatenate["Retriever", Given], Made]


def library_cache(maxsize: int) -> Callable[[OfLibrary[Given, Made]], OfLibrary[Given, Made]]:
    """`lru_cache` for functions whose first argument is a library, one cache each, given back with it.

    A cache of the process would hold every former library, with its files and its encoder.
    """

    def cached(work: OfLibrary[Given, Made]) -> OfLibrary[Given, Made]:
        name = f"{work.__module__}.{work.__qualname__}"

        @wraps(work)
        def run(library: Retriever, /, *args: Given.args, **options: Given.kwargs) -> Made:
            held = vars(library)  # where `cached_property` keeps its values
            kept = held.get(name) or held.setdefault(name, lru_cache(maxsize)(partial(work, library)))
            return cast(Made, kept(*args, **options))

        return run

    return cached
