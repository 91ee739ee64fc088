"""Opens Parquet files, and reads their rows with little memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .._errors import UnsupportedError
from .columns import Column
from .failures import TableError, table_error
from .sizes import Chunks, rows_of_batch

_MAGIC = b"PAR1"
_ENCRYPTED = b"PARE"
_SHORTEST = 12  # bytes of a Parquet file: both marks, and the length of the footer
_READ_BYTES = 1 << 20  # of a column chunk at a time; else pyarrow reads the whole chunk


class Parquet:
    """An open Parquet file. `source` is a binary file object that can seek.

    Raises TableError if it is not Parquet.
    """

    def __init__(self, source: Any) -> None:
        _check_marks(source)
        self.source = source
        try:
            self._file = pq.ParquetFile(
                pa.PythonFile(source, mode="r"), pre_buffer=False, buffer_size=_READ_BYTES
            )
            self.schema: pa.Schema = self._file.schema_arrow
        except Exception as error:
            raise table_error(error) from error
        self.metadata = self._file.metadata
        self.stored_schema = self._file.schema

    def batches(self, columns: list[Column] | None = None) -> Iterator[pa.RecordBatch]:
        """The rows of these columns, or of all, in order, in batches of a few MiB.

        Row groups without rows give no batch.
        """
        names = None
        if columns is not None:
            names = list(dict.fromkeys(column.dotted for column in columns))
        for group in range(self.metadata.num_row_groups):
            chunks = self.chunks(group, names)
            if chunks.rows:
                yield from self._read(group, names, rows_of_batch(chunks, self.source))

    def chunks(self, group: int, names: list[str] | None = None) -> Chunks:
        """What the footer says of the columns of a row group; empty if it has no rows.

        Reads a row first: pyarrow reports errors of the footer there, and ends the process where
        they are found later.
        """
        if next(self._read(group, names, 1), None) is None:
            return Chunks(0, [])
        part = self.metadata.row_group(group)
        columns = range(len(self.stored_schema.names))
        paths = [self.stored_schema.column(number).path for number in columns]
        chosen = [n for n, path in enumerate(paths) if names is None or _is_within(path, names)]
        return Chunks(part.num_rows, [part.column(number) for number in chosen])

    def _read(self, group: int, names: list[str] | None, rows: int) -> Iterator[pa.RecordBatch]:
        batches = self._file.iter_batches(
            rows, row_groups=[group], columns=names, use_threads=False
        )
        while True:
            try:
                batch = next(batches, None)
            except Exception as error:
                raise table_error(error) from error
            if batch is None:
                return
            yield batch


def _is_within(path: str, names: list[str]) -> bool:
    return any(path == name or path.startswith(name + ".") for name in names)


def _check_marks(source: Any) -> None:
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    begin = source.read(len(_MAGIC))
    if begin == _ENCRYPTED:
        raise TableError(
            "is encrypted: whorl reads Parquet files without encryption", UnsupportedError
        )
    if begin != _MAGIC:
        raise TableError("is not a Parquet file: it does not begin with PAR1")
    if size >= _SHORTEST:
        source.seek(size - len(_MAGIC))
        if source.read(len(_MAGIC)) == _MAGIC:
            return
    raise TableError("is not a complete Parquet file: its end, with the footer, is missing")
