"""What all kinds of data offer: batches to read, and the kept rows in the type that was given."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .._errors import InvalidArgumentError, UnsupportedError

if TYPE_CHECKING:
    from .._progress import Report
    from .._tables.outputs import OutputFolder
    from .._whorl import Array

BATCH_ROWS = 10_000
"""Rows of a batch, where whorl chooses the size."""


class Data(ABC):
    """Rows of text. `columns` are the columns to read; the first one is the text."""

    name = ""
    """What the data is, for messages after "the": "polars DataFrame"."""

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        self.data = data
        self.columns = columns

    @property
    def paths(self) -> list[str] | None:
        """The paths to read, if the data is paths; then `batches` is not used."""
        return None

    def id_column(self, id: str | None) -> str | None:
        """The column of ids to read, if the caller asked for `id`."""
        return id

    def row_name(self, row: int) -> str | None:
        """How messages name a row, or None: by its number. Called after `batches`."""
        return None

    @property
    def default_name(self) -> str:
        """How a store calls the data if the caller gives no name, or "": the caller has to."""
        return ""

    def output(self, folder: str) -> OutputFolder:
        """Prepares writing the kept rows to a folder of files, and creates nothing yet.

        Raises InvalidArgumentError if the data is not files that whorl can write again.
        """
        raise InvalidArgumentError(
            f"output={folder!r} is for Parquet files: of the {self.name} write the rows of .kept()"
        )

    def write(self, keep: Array, folder: OutputFolder, report: Report | None) -> list[str]:
        """Writes the rows for which `keep` is true, and returns the paths of the files."""
        raise AssertionError("output() has refused it")

    @abstractmethod
    def batches(self) -> Iterator[object]:
        """Reads the rows once, in order.

        Each item is a table with at least `columns`: an object with `__arrow_c_stream__` or
        `__arrow_c_array__`, or a dict of lists of equal length. Batches may be empty.
        """

    @abstractmethod
    def kept(self, keep: Array) -> object:
        """Returns the rows for which `keep` (bool, one value a row) is true, in order.

        The result has the type that was given. Raises UnsupportedError if the rows cannot be read
        a second time.
        """


class OneShot(Data):
    """Data that can be read only once, or that whorl cannot filter."""

    advice = "collect the rows first, for example in a pyarrow Table or a list"

    def kept(self, keep: Array) -> object:
        raise UnsupportedError(
            f"kept() cannot read the rows of the {self.name} again: use .keep, which has one bool "
            f"a row, or {self.advice}"
        )


def library(name: str) -> Any:
    """The library of an object that a caller gave. It is imported already; whorl imports none."""
    return sys.modules[name]


def check_columns(name: str, present: Sequence[object], needed: Sequence[str]) -> None:
    """Raises InvalidArgumentError if a needed column is missing or not unique."""
    for column in needed:
        count = sum(1 for other in present if other == column)
        if count == 1:
            continue
        if count > 1:
            raise InvalidArgumentError(f"{count} columns of the {name} are named {column!r}")
        raise InvalidArgumentError(f"the {name} has no column {column!r}; {columns_text(present)}")


def columns_text(present: Sequence[object]) -> str:
    """Lists column names for a message, at most 20 of them."""
    if not present:
        return "it has no columns"
    shown = ", ".join(repr(column) for column in present[:20])
    more = f" and {len(present) - 20:,} more" if len(present) > 20 else ""
    return f"its columns are {shown}{more}"


def only_texts(name: str, columns: tuple[str, ...]) -> None:
    """Raises InvalidArgumentError if more than the text is needed from data of one column."""
    if len(columns) > 1:
        raise InvalidArgumentError(
            f"the {name} has texts only, so it has no column {columns[1]!r}: give a table"
        )


def is_missing(value: object) -> bool:
    """True for None and for what numpy and pandas use as a missing value."""
    if value is None:
        return True
    if isinstance(value, float):
        return value != value
    return type(value).__name__ in ("NAType", "NaTType")


def cleaned(values: list[Any]) -> list[Any]:
    """The values, with None for each missing one."""
    return [value if type(value) is str or not is_missing(value) else None for value in values]
