"""Why a table could not be read or written, as the end of the sentence "in.parquet: …"."""

from __future__ import annotations

_LONGEST = 300  # characters of a message of pyarrow


class TableError(Exception):
    """Has the message without the name of the file: `has no column "text"`."""


def reason_of(error: BaseException) -> str:
    """What the error says, in one line."""
    if isinstance(error, TableError):
        return str(error)
    if isinstance(error, MemoryError):
        return "needs more memory than is available"
    lines = str(error).strip().splitlines()
    said = lines[0].strip().rstrip(".") if lines else type(error).__name__
    if len(said) > _LONGEST:
        said = said[:_LONGEST] + "…"
    return f"cannot be read: {said}"
