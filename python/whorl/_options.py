"""The options of collections, as the native module takes them, and the columns that they need."""

from __future__ import annotations

from typing import Any

from ._errors import InvalidArgumentError
from ._frames import Data
from ._sizes import bytes_of

_FIELD = "field:"


def thresholds(resemblance: float, containment: float, survivor: str, link: str) -> dict[str, Any]:
    """Which documents are similar, and which of them is kept."""
    return {
        "resemblance": resemblance,
        "containment": containment,
        "survivor": survivor,
        "link": link,
    }


def method(shingle: int | None, sketch: str, front_end: str) -> dict[str, Any]:
    """How a text becomes a sketch. `shingle` None is the default of the engine."""
    return {"shingle": shingle, "sketch": sketch, "front_end": front_end}


def limits(memory: str | int, threads: int | None) -> dict[str, Any]:
    """What a run may use. `threads` None is one for each available core."""
    if threads is None:
        return {"memory": bytes_of(memory), "threads": 0}
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise InvalidArgumentError(f"threads={threads!r}: give a number from 1, or None for all")
    return {"memory": bytes_of(memory), "threads": threads}


def columns_needed(text: str, id: str | None, survivor: str) -> tuple[str, ...]:
    """The columns that a run reads, the column of texts first."""
    for name, value in (("text", text), ("id", id or "id"), ("survivor", survivor)):
        if not isinstance(value, str) or not value:
            raise InvalidArgumentError(f"{name}={value!r}: give a name as a str")
    columns = [text, id]
    if survivor.startswith(_FIELD):
        columns.append(survivor.removeprefix(_FIELD))
    if survivor == "newest":
        columns.append("date")
    return tuple(dict.fromkeys(column for column in columns if column))


def source_of(data: Data) -> Any:
    """What the native module reads: a list of paths, or an iterator of batches."""
    return data.batches() if data.paths is None else data.paths
