"""Rows of pyarrow batches by a mask."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pyarrow as pa


def filtered(batch: pa.RecordBatch, mask: pa.BooleanArray) -> pa.Table:
    """The rows for which `mask` is true."""
    if mask.true_count == batch.num_rows:
        return pa.Table.from_batches([batch])
    try:
        return pa.Table.from_batches([batch.filter(mask)])
    except pa.ArrowNotImplementedError:
        # pyarrow cannot filter some types, such as string_view.
        parts = [batch.slice(*run) for run in _runs(mask)]
        return pa.Table.from_batches(parts, batch.schema)


def mask_of(flags: bytes | memoryview) -> pa.BooleanArray:
    """One byte a row, 0 or 1, as a mask."""
    numbers = pa.Array.from_buffers(pa.uint8(), len(flags), [None, pa.py_buffer(flags)])
    return numbers.cast(pa.bool_())


def _runs(mask: pa.BooleanArray) -> Iterator[tuple[int, int]]:
    """The first row and the length of each run of true values."""
    row = 0
    for value, run in groupby(mask.to_pylist()):
        length = sum(1 for _ in run)
        if value:
            yield row, length
        row += length
