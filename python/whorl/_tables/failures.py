"""Why a table could not be read or written, as the end of the sentence "in.parquet: …"."""

from __future__ import annotations

import errno

from .._errors import (
    CorruptError,
    DiskFullError,
    Error,
    OutOfMemoryError,
    UnreadableError,
    UnsupportedError,
    WriteError,
)

_LONGEST = 300  # characters of a message of pyarrow


class TableError(Exception):
    """Has the message without the name of the file: `has no column "text"`.

    `kind` is the class of whorl's error about it.
    """

    def __init__(self, reason: str, kind: type[Error] = CorruptError) -> None:
        super().__init__(reason)
        self.kind = kind


def table_error(error: Exception) -> TableError:
    """What pyarrow, or the system, says about a file that cannot be read, in one line."""
    if isinstance(error, OSError) and error.errno is not None:
        return _error("cannot be read", error, UnreadableError)
    unsupported = isinstance(error, NotImplementedError)
    return _error("cannot be read", error, UnsupportedError if unsupported else CorruptError)


def write_error(error: Exception) -> TableError:
    """The same about a file that cannot be written. Errors of reading stay as they are."""
    full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    return _error("its kept rows cannot be written", error, DiskFullError if full else WriteError)


def _error(what: str, error: Exception, kind: type[Error]) -> TableError:
    if isinstance(error, TableError):
        return error
    if isinstance(error, MemoryError):
        return TableError("needs more memory than is available", OutOfMemoryError)
    lines = str(error).strip().splitlines()
    said = lines[0].strip().rstrip(".") if lines else type(error).__name__
    if len(said) > _LONGEST:
        said = said[:_LONGEST] + "…"
    return TableError(f"{what}: {said}", kind)
