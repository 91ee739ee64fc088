"""read: sends the needed columns of a Parquet file to the program."""

from __future__ import annotations

from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa

from .._errors import ColumnTypeError
from .cells import as_texts, check_text, has_text_form
from .columns import Column, column_named, has_column
from .failures import TableError, table_error
from .frames import Frames, cells_of, no_texts
from .opening import Parquet


_IF_THERE = {b"i": ("id",), b"u": ("url",), b"d": ("date", "created", "timestamp")}
"""The first of these columns is sent without being asked for, as for JSON lines."""


class Wanted(NamedTuple):
    """What the program asked for."""

    text: str | None
    """None: the names of the rows alone, with empty texts."""
    id: str | None
    rank: str | None
    record_bytes: int
    group: str | None = None


def read(source: Any, out: BinaryIO, wanted: Wanted) -> None:
    """Writes frames until the end of the file, or until a failure, which is a frame too."""
    frames = Frames(out)
    frames.begin()
    try:
        file = Parquet(source)
        columns = _tagged_columns(file.schema, wanted)
        frames.rows_ahead(file.metadata.num_rows)
        for batch in file.batches(list(columns.values())):
            cells = [
                cells_of(tag, as_texts(column.of(batch)), wanted.record_bytes)
                for tag, column in columns.items()
            ]
            if wanted.text is None:
                cells.insert(0, no_texts(batch.num_rows))
            frames.batch(cells)
    except BrokenPipeError:
        raise  # the program needs no more rows
    except Exception as error:
        frames.failure(str(table_error(error)))
    else:
        frames.end()


def _tagged_columns(schema: pa.Schema, wanted: Wanted) -> dict[bytes, Column]:
    """The columns to send, by their tags; the text, if it is wanted, comes first."""
    columns: dict[bytes, Column] = {}
    if wanted.text is not None:
        columns[b"t"] = column_named(schema, wanted.text)
        check_text(wanted.text, columns[b"t"].type)
    for tag, name in ((b"i", wanted.id), (b"r", wanted.rank), (b"g", wanted.group)):
        if name is not None:
            columns[tag] = column_named(schema, name)
            if not has_text_form(columns[tag].type):
                raise TableError(
                    f'has {columns[tag].type} in the column "{name}"; whorl reads texts or numbers',
                    ColumnTypeError,
                )
    for tag, names in _IF_THERE.items():
        for name in names:
            if tag not in columns and has_column(schema, name):
                column = column_named(schema, name)
                if has_text_form(column.type):
                    columns[tag] = column
    return columns
