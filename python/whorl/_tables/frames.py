"""The frames that the helper sends to the program: batches of texts, a failure, the end.

All numbers are little-endian, as Arrow's buffers are, so whole buffers are written as they are.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from .protocol import VERSION
from .sizes import BATCH_BYTES

_MISSING, _TOO_LONG = 1, 2


class Cells(NamedTuple):
    """The cells of a column: rows × state, rows + 1 offsets from 0, and the bytes."""

    tag: bytes
    states: memoryview
    offsets: pa.Array  # of int64
    data: memoryview


class Frames:
    """Writes frames to a binary file."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._rows = 0

    def begin(self) -> None:
        """The mark and the version of the protocol."""
        self._out.write(b"whorltab" + struct.pack("<I", VERSION))

    def rows_ahead(self, rows: int) -> None:
        """How many rows the file has, by its footer: the program shows progress with it."""
        self._out.write(struct.pack("<cQQ", b"N", 8, max(0, rows)))

    def batch(self, columns: list[Cells]) -> None:
        """The rows, in frames of about BATCH_BYTES each, or of one row."""
        for begin, end in _portions(columns):
            self._rows += end - begin
            self._portion([_slice(cells, begin, end) for cells in columns], end - begin)

    def failure(self, reason: str) -> None:
        """The last frame, if reading failed."""
        text = reason.encode("utf-8", "replace")
        self._out.write(struct.pack("<cQ", b"X", len(text)) + text)
        self._out.flush()

    def end(self) -> None:
        """The last frame, if all rows were read."""
        self._out.write(struct.pack("<cQQ", b"Z", 8, self._rows))
        self._out.flush()

    def _portion(self, columns: list[Cells], rows: int) -> None:
        heads = [struct.pack("<cQ", cells.tag, len(cells.data)) for cells in columns]
        bodies = [(cells.states, _bytes_of(cells.offsets), cells.data) for cells in columns]
        size = 5 + sum(map(len, heads)) + sum(len(part) for body in bodies for part in body)
        self._out.write(struct.pack("<cQIB", b"B", size, rows, len(columns)))
        for head, body in zip(heads, bodies, strict=True):
            self._out.write(head)
            for part in body:
                self._out.write(part)


def cells_of(tag: bytes, texts: pa.LargeBinaryArray, most_bytes: int) -> Cells:
    """The cells of a frame. The bytes of texts that are longer than `most_bytes` are left out."""
    states = pc.cast(texts.is_null(), pa.uint8())
    too_long = pc.fill_null(pc.greater(pc.binary_length(texts), most_bytes), False)
    if too_long.true_count:
        states = pc.if_else(too_long, pa.scalar(_TOO_LONG, pa.uint8()), states)
        texts = pc.if_else(too_long, pa.scalar(b"", pa.large_binary()), texts)
    offsets, data = _offsets_and_data(texts)
    return Cells(tag, _bytes_of(states), offsets, data)


def no_texts(rows: int) -> Cells:
    """The cells of a column of empty texts."""
    return cells_of(b"t", pa.repeat(pa.scalar(b"", pa.large_binary()), rows), 0)


def _offsets_and_data(texts: pa.LargeBinaryArray) -> tuple[pa.Array, memoryview]:
    _, positions, data = texts.buffers()
    count = len(texts) + 1
    offsets = pa.Array.from_buffers(pa.int64(), count, [None, positions], offset=texts.offset)
    first, last = offsets[0].as_py(), offsets[-1].as_py()
    content = memoryview(data)[first:last] if data is not None else memoryview(b"")
    return _from_zero(offsets), content


def _from_zero(offsets: pa.Array) -> pa.Array:
    first = offsets[0].as_py()
    return pc.subtract(offsets, first) if first else offsets


def _bytes_of(numbers: pa.Array) -> memoryview:
    """The values of an array without nulls, where they are."""
    width = numbers.type.bit_width // 8
    values = memoryview(numbers.buffers()[1]).cast("B")
    return values[numbers.offset * width : (numbers.offset + len(numbers)) * width]


def _slice(cells: Cells, begin: int, end: int) -> Cells:
    if begin == 0 and end == len(cells.states):
        return cells
    offsets = cells.offsets[begin : end + 1]
    data = cells.data[offsets[0].as_py() : offsets[-1].as_py()]
    return Cells(cells.tag, cells.states[begin:end], _from_zero(offsets), data)


def _portions(columns: list[Cells]) -> Iterator[tuple[int, int]]:
    """The first row and the end of each frame."""
    rows = len(columns[0].states)
    sizes: Any = columns[0].offsets
    for cells in columns[1:]:
        sizes = pc.add(sizes, cells.offsets)
    ends = _bytes_of(sizes).cast("q")
    begin = 0
    while begin < rows:
        end = bisect_right(ends, ends[begin] + BATCH_BYTES, begin + 1, rows + 1) - 1
        end = max(end, begin + 1)
        yield begin, end
        begin = end
