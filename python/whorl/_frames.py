"""Finds out what kind of data a caller gave, without importing the libraries it may come from."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from ._errors import InvalidArgumentError
from ._kinds import arrow, datasets, duckdb, pandas, paths, plain, polars, stream
from ._kinds.data import Data

__all__ = ["Data", "open_data"]

_Opener = Callable[[Any, tuple[str, ...]], Data]

# By the library and the name of a class, so that no library is imported. Base classes count too.
_KINDS: dict[tuple[str, str], _Opener] = {
    ("pyarrow", "Table"): arrow.ArrowTable,
    ("pyarrow", "RecordBatch"): arrow.ArrowTable,
    ("pyarrow", "RecordBatchReader"): arrow.ArrowReader,
    ("pyarrow", "Array"): arrow.ArrowTexts,
    ("pyarrow", "ChunkedArray"): arrow.ArrowTexts,
    ("polars", "DataFrame"): polars.PolarsFrame,
    ("polars", "LazyFrame"): polars.PolarsLazyFrame,
    ("polars", "Series"): polars.PolarsSeries,
    ("pandas", "DataFrame"): pandas.PandasFrame,
    ("pandas", "Series"): pandas.PandasSeries,
    ("duckdb", "DuckDBPyRelation"): duckdb.Relation,
    ("datasets", "Dataset"): datasets.HubDataset,
    ("datasets", "IterableDataset"): datasets.HubStream,
    ("datasets", "DatasetDict"): datasets.refuse_splits,
    ("datasets", "IterableDatasetDict"): datasets.refuse_splits,
    ("numpy", "ndarray"): plain.NumpyTexts,
}


def open_data(data: Any, columns: tuple[str, ...], *, filtered: bool = True) -> Data:
    """Prepares `data` for reading. `columns` are the columns needed, the column of texts first.

    Accepted are:
    - tables: pyarrow, polars (also lazy), pandas, duckdb relations, `datasets.Dataset`, dicts of
      columns, lists of dicts, and any object with `__arrow_c_stream__` or `__arrow_c_array__`;
    - texts without a name: a list of `str`, a numpy array, a polars or pandas Series, a pyarrow
      Array or ChunkedArray;
    - iterables of batches, rows or texts, which are read once;
    - paths: a `str`, an `os.PathLike`, or a list of `os.PathLike`. A list of `str` is texts,
      unless each of them is a URL that ends in .parquet.

    `filtered`: whether kept() may be called; if not, no rows are kept for it. Raises
    InvalidArgumentError for other types and for missing columns, with the columns that there are.
    """
    if isinstance(data, (str, os.PathLike)):
        return paths.open_paths(data, columns)
    for base in type(data).__mro__:
        kind = _KINDS.get((base.__module__.partition(".")[0], base.__name__))
        if kind is duckdb.Relation and not filtered:
            kind = duckdb.RelationOnce
        if kind is not None:
            return kind(data, columns)
    if isinstance(data, (list, tuple)):
        return _open_sequence(data, columns)
    if isinstance(data, dict):
        return plain.Columns(data, columns)
    if arrow.is_arrow(data):
        return arrow.ArrowObject(data, columns)
    if hasattr(data, "__iter__") and not isinstance(data, (bytes, bytearray, memoryview)):
        return stream.Stream(data, columns)
    raise InvalidArgumentError(
        f"whorl cannot read the type {type(data).__name__}: give a table, texts, an iterable of "
        "batches, or paths"
    )


def _open_sequence(data: Sequence[Any], columns: tuple[str, ...]) -> Data:
    paths_given = sum(isinstance(item, os.PathLike) for item in data)
    if paths_given:
        if paths_given < len(data):
            raise InvalidArgumentError(
                f"{paths_given:,} of {len(data):,} items are paths: give paths only, or texts only"
            )
        return paths.open_paths(data, columns)
    if data and all(map(paths.is_parquet_url, data)):
        return paths.open_paths(data, columns)
    first = next((item for item in data if item is not None), None)
    if isinstance(first, dict) and not plain.is_column(first.get(columns[0])):
        return plain.Rows(data, columns)
    if isinstance(first, dict) or arrow.is_arrow(first):
        return stream.Stream(data, columns)
    if isinstance(first, str) and all(map(_names_a_file, data)):
        warnings.warn(
            "each string of this list names a file; whorl compares the strings as texts: give "
            "pathlib.Path objects to read the files",
            stacklevel=4,
        )
    return plain.Texts(data, columns)


def _names_a_file(text: object) -> bool:
    # A short text may be the name of a folder by chance, such as "docs"; a file has an ending.
    return isinstance(text, str) and "." in text and os.path.isfile(text)
