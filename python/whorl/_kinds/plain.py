"""Data of Python itself and of numpy: texts, rows, columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

from .._errors import InvalidArgumentError
from .data import BATCH_ROWS, Data, check_columns, cleaned, is_missing, only_texts

if TYPE_CHECKING:
    from .._whorl import Array


class Texts(Data):
    """A list or tuple of texts. None and NaN are missing texts."""

    def __init__(self, data: Sequence[Any], columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = f"{_base_name(data)} of texts"
        only_texts(self.name, columns)

    def batches(self) -> Iterator[object]:
        for begin in range(0, len(self.data), BATCH_ROWS):
            part = self.data[begin : begin + BATCH_ROWS]
            yield {self.columns[0]: checked_texts(part, begin)}

    def kept(self, keep: Array) -> object:
        return same_sequence(self.data, compress(self.data, keep.to_pylist()))


class NumpyTexts(Data):
    """A numpy array of texts: of objects, of dtype str, or of StringDType. It has one dimension."""

    name = "numpy array"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        only_texts(self.name, columns)
        if data.ndim != 1 or data.dtype.kind not in "OUT":
            raise InvalidArgumentError(
                f"a numpy array of dtype {data.dtype} and shape {data.shape} has no texts: give an "
                "array with one dimension, of objects or strings"
            )

    def batches(self) -> Iterator[object]:
        for begin in range(0, len(self.data), BATCH_ROWS):
            part = self.data[begin : begin + BATCH_ROWS].tolist()
            yield {self.columns[0]: checked_texts(part, begin)}

    def kept(self, keep: Array) -> object:
        return self.data[keep.to_numpy()]


class Rows(Data):
    """A list or tuple of dicts, one a row."""

    def __init__(self, data: Sequence[Any], columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = f"{_base_name(data)} of rows"

    def batches(self) -> Iterator[object]:
        for begin in range(0, len(self.data), BATCH_ROWS):
            yield columns_of(self.data[begin : begin + BATCH_ROWS], begin, self.columns)

    def kept(self, keep: Array) -> object:
        return same_sequence(self.data, compress(self.data, keep.to_pylist()))


class Columns(Data):
    """A dict of columns of equal length: lists, tuples or numpy arrays."""

    name = "dict of columns"

    def __init__(self, data: dict[str, Any], columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, list(data), columns)
        for name, column in data.items():
            if not is_column(column):
                raise InvalidArgumentError(
                    f"column {name!r} has the type {type(column).__name__}: give lists, tuples or "
                    "numpy arrays of one dimension"
                )
        lengths = {name: len(column) for name, column in data.items()}
        if len(set(lengths.values())) > 1:
            raise InvalidArgumentError(f"the columns have different lengths: {lengths}")

    def batches(self) -> Iterator[object]:
        for begin in range(0, len(self.data[self.columns[0]]), BATCH_ROWS):
            yield {
                name: list_of(self.data[name][begin : begin + BATCH_ROWS]) for name in self.columns
            }

    def kept(self, keep: Array) -> object:
        mask = keep.to_pylist()
        return {
            name: same_sequence(column, compress(column, mask))
            if isinstance(column, (list, tuple))
            else column[keep.to_numpy()]
            for name, column in self.data.items()
        }


def is_column(values: object) -> bool:
    """True for what a dict of columns may have as a column."""
    return isinstance(values, (list, tuple)) or getattr(values, "ndim", None) == 1


def list_of(values: Any) -> list[Any]:
    """The values of a column as a list, None for each missing one."""
    return cleaned(list(values) if isinstance(values, (list, tuple)) else values.tolist())


def checked_texts(values: Sequence[Any], begin: int) -> list[str | None]:
    """The texts, None for each missing one. `begin` is the row number of the first one."""
    result: list[str | None] = []
    for row, value in enumerate(values, begin):
        if isinstance(value, str):
            result.append(value)
        elif is_missing(value):
            result.append(None)
        else:
            raise InvalidArgumentError(f"row {row:,} has the type {type(value).__name__}, not str")
    return result


def columns_of(rows: Sequence[Any], begin: int, columns: tuple[str, ...]) -> dict[str, list[Any]]:
    """Rows, each a dict, as columns. `begin` is the number of the first row.

    The very first row must have all columns, so that a wrong name is an error. In later rows, a
    missing key is a missing value.
    """
    for row, value in enumerate(rows, begin):
        if not isinstance(value, dict):
            raise InvalidArgumentError(f"row {row:,} has the type {type(value).__name__}, not dict")
    if begin == 0 and rows:
        check_columns("first row", list(rows[0]), columns)
    return {name: cleaned([row.get(name) for row in rows]) for name in columns}


def same_sequence(given: Any, values: Iterator[Any]) -> list[Any] | tuple[Any, ...]:
    """The values as a tuple if a tuple was given, else as a list."""
    return tuple(values) if isinstance(given, tuple) else list(values)


def _base_name(data: object) -> str:
    return "tuple" if isinstance(data, tuple) else "list"
