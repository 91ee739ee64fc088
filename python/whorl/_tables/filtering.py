"""Rows of pyarrow batches by a mask."""

from __future__ import annotations

import pyarrow as pa

from .._kinds import arrow


def filtered(batch: pa.RecordBatch, mask: pa.BooleanArray) -> pa.Table:
    """The rows for which `mask` is true."""
    if mask.true_count == batch.num_rows:
        return pa.Table.from_batches([batch])
    return pa.Table.from_batches([arrow.filtered(batch, mask)])


def mask_of(flags: bytes | memoryview) -> pa.BooleanArray:
    """One byte a row, 0 or 1, as a mask."""
    numbers = pa.Array.from_buffers(pa.uint8(), len(flags), [None, pa.py_buffer(flags)])
    return numbers.cast(pa.bool_())
