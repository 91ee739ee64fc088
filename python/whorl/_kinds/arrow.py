"""Data of pyarrow, and objects of other libraries that offer the Arrow C interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .data import Data, OneShot, check_columns, only_texts

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
        return self.data.filter(mask_of(keep))


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
        import pyarrow

        yield pyarrow.table({self.columns[0]: self.data})

    def kept(self, keep: Array) -> object:
        return self.data.filter(mask_of(keep))


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


def mask_of(keep: Array) -> Any:
    """`keep` as a pyarrow array, without a copy."""
    import pyarrow

    return pyarrow.array(keep)


def is_arrow(data: object) -> bool:
    """True if `data` offers the Arrow C interface."""
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")
