"""whorl: copied passages and near-duplicates of documents, found exactly.

`dedup` decides which rows of a table, or of files, are near-duplicates; `cluster` keeps what it
found in a store, which `open` asks; `compare` finds copied passages among submissions; `registry`
answers whether a text is already known; `fingerprint`, `sketch` and `passages` are their parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _whorl
from ._compare import Report, compare
from ._dedup import Dedup, dedup
from ._errors import (
    CancelledError,
    ColumnTypeError,
    CorruptError,
    DiskFullError,
    Error,
    ExistsError,
    InternalError,
    InvalidArgumentError,
    LimitExceededError,
    NotFoundError,
    NotInstalledError,
    OutOfMemoryError,
    UnreadableError,
    UnsupportedError,
    WriteError,
)
from ._measure import Measure
from ._sketcher import Sketcher
from ._store import Store, add, cluster, merge, open
from ._texts import fingerprint, passages, sketch
from ._whorl import Array, Sketch, Sketches, Table

if TYPE_CHECKING:
    from . import registry

__version__ = _whorl.version()

__all__ = [
    "Array",
    "CancelledError",
    "ColumnTypeError",
    "CorruptError",
    "Dedup",
    "DiskFullError",
    "Error",
    "ExistsError",
    "InternalError",
    "InvalidArgumentError",
    "LimitExceededError",
    "Measure",
    "NotFoundError",
    "NotInstalledError",
    "OutOfMemoryError",
    "Report",
    "Sketch",
    "Sketcher",
    "Sketches",
    "Store",
    "Table",
    "UnreadableError",
    "UnsupportedError",
    "WriteError",
    "add",
    "cluster",
    "compare",
    "dedup",
    "fingerprint",
    "merge",
    "open",
    "passages",
    "registry",
    "sketch",
]


def __getattr__(name: str) -> Any:
    # Loaded when it is first used: the library of its index takes longer to load than all else.
    if name == "registry":
        from importlib import import_module

        return import_module("whorl.registry")
    raise AttributeError(f"module 'whorl' has no attribute {name!r}")
