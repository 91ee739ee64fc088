"""Writes the kept rows of a Parquet file, with all columns, in the way the file was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from .failures import write_error
from .filtering import filtered
from .opening import Parquet
from .style import style_of

_BATCHES_KEPT = 16  # more take more memory, and fewer more time

Masks = Callable[[int], pa.BooleanArray]
"""Given a number of rows: whether each of the next rows is kept."""


def write_kept(file: Parquet, output: BinaryIO, masks: Masks) -> int:
    """Writes the kept rows of an open file to `output`, and returns how many there are.

    Memory: the kept rows of one row group of the output, and a batch of a few MiB.
    """
    style = style_of(file)
    written = 0
    try:
        sink = pa.PythonFile(output, mode="w")
        with pq.ParquetWriter(sink, file.schema, **style.options) as writer:
            for table in _groups(kept_batches(file, masks), style.rows):
                writer.write_table(table, row_group_size=style.rows)
                written += table.num_rows
                del table  # before the next is read
            if style.metadata:
                writer.add_key_value_metadata(style.metadata)
    except Exception as error:
        raise write_error(error) from error
    return written


def kept_batches(file: Parquet, masks: Masks) -> Iterator[pa.Table]:
    """The kept rows of an open file, all columns, in tables of a few MiB; some are empty."""
    for number, batch in enumerate(file.batches()):
        yield filtered(batch, masks(batch.num_rows))
        if number % _BATCHES_KEPT == 0:
            pa.default_memory_pool().release_unused()  # batches leave holes in it


def _groups(tables: Iterator[pa.Table], rows: int) -> Iterator[pa.Table]:
    """The same rows in tables of `rows` rows, the last one shorter."""
    waiting: list[pa.Table] = []
    count = 0
    for table in tables:
        while count + table.num_rows >= rows:
            taken = rows - count
            yield pa.concat_tables([*waiting, table.slice(0, taken)])
            waiting, count, table = [], 0, table.slice(taken)
        if table.num_rows:
            waiting.append(table)
            count += table.num_rows
    if waiting:
        yield pa.concat_tables(waiting)
