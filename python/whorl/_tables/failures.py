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
)

_LONGEST = 300  # characters of a message of pyarrow


class TableError(Exception):
    """Has the message without the name of the file: `has no column "text"`.

    `kind` is the class of whorl's error about it.
    """

    def __init__(self, reason: str, kind: type[Error] = CorruptError) -> None:
        super().__init__(reason)
        self.kind = kind


def table_error(error: Exception, what: str = "cannot be read") -> TableError:
    """The same error with one line of message, for example of pyarrow."""
    if isinstance(error, TableError):
        return error
    if isinstance(error, MemoryError):
        return TableError("needs more memory than is available", OutOfMemoryError)
    lines = str(error).strip().splitlines()
    said = lines[0].strip().rstrip(".") if lines else type(error).__name__
    if len(said) > _LONGEST:
        said = said[:_LONGEST] + "…"
    return TableError(f"{what}: {said}", _kind_of(error))


def _kind_of(error: Exception) -> type[Error]:
    if isinstance(error, OSError) and error.errno is not None:
        return DiskFullError if error.errno == errno.ENOSPC else UnreadableError
    return UnsupportedError if isinstance(error, NotImplementedError) else CorruptError
