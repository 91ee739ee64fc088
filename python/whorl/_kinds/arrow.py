"""Data of pyarrow, and objects of other libraries that offer the Arrow C interface."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .data import Data, OneShot, check_columns, library, only_texts

if TYPE_CHECKING:
    from .._whorl import Array


class ArrowTable(Data):
    """A pyarrow Table or RecordBatch."""

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = f"pyarrow {type(data).__name__}"
        check_columns(self.name, data.schema.names, columns)

    def batches(self) -> Iterator[object]:
        yield self.data.select(list(self.columns))

    def kept(self, keep: Array) -> object:
        return filtered(self.data, keep)


class ArrowReader(OneShot):
    """A pyarrow RecordBatchReader."""

    name = "pyarrow RecordBatchReader"
    advice = "read it into a table first: reader.read_all()"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, data.schema.names, columns)

    def batches(self) -> Iterator[object]:
        for batch in self.data:
            yield batch.select(list(self.columns))


class ArrowTexts(Data):
    """A pyarrow Array or ChunkedArray of texts."""

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = f"pyarrow {type(data).__name__}"
        only_texts(self.name, columns)

    def batches(self) -> Iterator[object]:
        yield library("pyarrow").table({self.columns[0]: self.data})

    def kept(self, keep: Array) -> object:
        return filtered(self.data, keep)


class ArrowObject(OneShot):
    """An object of another library with `__arrow_c_stream__` or `__arrow_c_array__`.

    The native code checks its columns. If it is an array of texts, not of structs, these are the
    texts.
    """

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = type(data).__qualname__
        self.advice = "convert it first: pyarrow.table(data)"

    def batches(self) -> Iterator[object]:
        yield self.data


def filtered(data: Any, keep: Array) -> Any:
    """The rows of a pyarrow object for which `keep` is true."""
    pyarrow = library("pyarrow")
    try:
        return data.filter(pyarrow.array(keep))
    except pyarrow.ArrowNotImplementedError:
        # pyarrow cannot filter some types, such as string_view, which is what polars exports.
        return _joined([data.slice(*run) for run in _runs(keep)] or [data.slice(0, 0)])


def _joined(parts: list[Any]) -> Any:
    pyarrow = library("pyarrow")
    if isinstance(parts[0], pyarrow.Table):
        return pyarrow.concat_tables(parts).combine_chunks()
    if isinstance(parts[0], pyarrow.RecordBatch):
        return pyarrow.concat_batches(parts)
    if isinstance(parts[0], pyarrow.ChunkedArray):
        chunks = [chunk for part in parts for chunk in part.chunks]
        if not chunks:
            return parts[0]
        return pyarrow.chunked_array([pyarrow.concat_arrays(chunks)])
    return pyarrow.concat_arrays(parts)


def _runs(keep: Array) -> Iterator[tuple[int, int]]:
    """The first row and the length of each run of true values."""
    row = 0
    for value, run in groupby(keep.to_pylist()):
        length = sum(1 for _ in run)
        if value:
            yield row, length
        row += length


def is_arrow(data: object) -> bool:
    """True if `data` offers the Arrow C interface."""
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
