"""Data of pandas: DataFrame and Series."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from .data import BATCH_ROWS, Data, check_columns, cleaned, only_texts

if TYPE_CHECKING:
    from .._whorl import Array


class PandasFrame(Data):
    """A pandas DataFrame. Its index plays no part: row numbers are positions from 0."""

    name = "pandas DataFrame"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, list(data.columns), columns)

    def batches(self) -> Iterator[object]:
        return _batches(self.data[list(self.columns)])

    def kept(self, keep: Array) -> object:
        return self.data[keep.to_numpy()]


class PandasSeries(Data):
    """A pandas Series of texts."""

    name = "pandas Series"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        only_texts(self.name, columns)

    def batches(self) -> Iterator[object]:
        return _batches(self.data.to_frame(name=self.columns[0]))

    def kept(self, keep: Array) -> object:
        return self.data[keep.to_numpy()]


def _batches(frame: Any) -> Iterator[object]:
    # Python objects are read as they are: pyarrow would refuse a column with one wrong value
    # without naming the row, and would copy all texts.
    arrow = find_spec("pyarrow") is not None and not any(frame.dtypes == object)
    for begin in range(0, len(frame), BATCH_ROWS):
        part = frame.iloc[begin : begin + BATCH_ROWS].reset_index(drop=True)
        if arrow:
            yield part
        else:
            yield {name: cleaned(part[name].astype(object).tolist()) for name in part.columns}
