"""The options of collections, as the native module takes them, and the columns that they need."""

from __future__ import annotations

from typing import Any

from . import _checks as checks
from ._frames import Data
from ._sizes import bytes_of

_FIELD = "field:"
_LONGEST_SHINGLE = (1 << 32) - 1
_MOST_DOCUMENTS = (1 << 32) - 1

DEFAULT_SHINGLE = 5  # of the engine, in words


def thresholds(resemblance: float, containment: float, survivor: str, link: str) -> dict[str, Any]:
    """Which documents are similar, and which of them is kept."""
    return {
        "resemblance": checks.share("resemblance", resemblance),
        "containment": checks.share("containment", containment),
        "survivor": checks.name_of("survivor", survivor),
        "link": checks.word("link", link),
    }


def choice(within: str | None, keep: int, drop_clusters_over: int | None) -> dict[str, Any]:
    """Among which documents duplicates are sought, and how many of a cluster are kept."""
    most = checks.optional_count("drop_clusters_over", drop_clusters_over, 1, _MOST_DOCUMENTS)
    return {
        "within": within,
        "keep": checks.count("keep", keep, 1, _MOST_DOCUMENTS),
        "drop_clusters_over": most,
    }


def method(shingle: int | None, sketch: str, front_end: str) -> dict[str, Any]:
    """How a text becomes a sketch. `shingle` None is the default of the engine."""
    return {
        "shingle": checks.optional_count("shingle", shingle, 1, _LONGEST_SHINGLE),
        "sketch": checks.word("sketch", sketch),
        "front_end": checks.word("front_end", front_end),
    }


def limits(memory: str | int, threads: int | None) -> dict[str, Any]:
    """What a run may use. `threads` None is one for each available core."""
    return {"memory": bytes_of(memory), "threads": checks.thread_count(threads)}


def columns_named(text: str, id: str | None) -> tuple[str, ...]:
    """The columns of texts and of ids, the column of texts first."""
    columns = [checks.name_of("text", text)]
    if id is not None and checks.name_of("id", id) != text:
        columns.append(id)
    return tuple(columns)


def columns_needed(
    text: str, id: str | None, survivor: str, within: str | None = None
) -> tuple[str, ...]:
    """The columns that a run reads, the column of texts first."""
    columns = columns_named(text, id)
    if checks.name_of("survivor", survivor).startswith(_FIELD):
        columns += (survivor.removeprefix(_FIELD),)
    if survivor == "newest":
        columns += ("date",)
    if within is not None:
        columns += (checks.name_of("within", within),)
    return tuple(dict.fromkeys(column for column in columns if column))


def source_of(data: Data) -> Any:
    """What the native module reads: a list of paths, or an iterator of batches."""
    return data.batches() if data.paths is None else data.paths
