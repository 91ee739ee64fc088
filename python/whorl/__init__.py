"""whorl: fingerprints of documents. `dedup` finds the near-duplicates in a table, or in files."""

from __future__ import annotations

from ._dedup import Dedup, dedup
from ._errors import (
    CancelledError,
    CorruptError,
    DiskFullError,
    Error,
    InternalError,
    InvalidArgumentError,
    LimitExceededError,
    NotFoundError,
    OutOfMemoryError,
    UnreadableError,
    UnsupportedError,
    WriteError,
)

__all__ = [
    "CancelledError",
    "CorruptError",
    "Dedup",
    "DiskFullError",
    "Error",
    "InternalError",
    "InvalidArgumentError",
    "LimitExceededError",
    "NotFoundError",
    "OutOfMemoryError",
    "UnreadableError",
    "UnsupportedError",
    "WriteError",
    "dedup",
]
