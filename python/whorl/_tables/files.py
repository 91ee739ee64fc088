"""Parquet files as data of whorl: read row group by row group, never as a whole."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .._errors import InvalidArgumentError, UnreadableError
from .._kinds.data import Data
from .._progress import Report
from .cells import as_texts, check_text, is_moment
from .columns import Column, column_named
from .failures import TableError
from .inputs import Input
from .opened import State, check_unchanged, opened, state_of
from .opening import Parquet
from .outputs import OutputFolder, output_folder
from .writing import Masks, kept_batches, write_kept

if TYPE_CHECKING:
    from .._whorl import Array


class ParquetFiles(Data):
    """Parquet files, in order. Row numbers run over all of them.

    A row without an id is named by its file and its number there from 1: "in.parquet:17".
    """

    name = "Parquet files"

    def __init__(self, inputs: list[Input], columns: tuple[str, ...]) -> None:
        super().__init__(inputs, columns)
        self._names = ""
        self._starts = [0]  # the first row of each file that was read, and the end
        self._states: list[State] = []

    def id_column(self, id: str | None) -> str | None:
        if id is not None:
            return id
        self._names = "whorl row"
        while self._names in self.columns:
            self._names += "_"
        return self._names

    def row_name(self, row: int) -> str:
        file = bisect_right(self._starts, row) - 1
        if file >= len(self.data):
            return f"row {row}"
        return f"{_shown(self.data[file])}:{row - self._starts[file] + 1}"

    @property
    def default_name(self) -> str:
        return ", ".join(one.name for one in self.data)

    def batches(self) -> Iterator[object]:
        self._starts, self._states = [0], []
        for one in self.data:
            with opened(one) as file:
                row = 0
                columns = [column_named(file.schema, name) for name in self.columns]
                check_text(self.columns[0], columns[0].type)
                for batch in file.batches(columns):
                    yield self._needed(one, row, batch, columns)
                    row += batch.num_rows
                self._states.append(state_of(file))
            self._starts.append(self._starts[-1] + row)

    def _needed(
        self, one: Input, row: int, batch: pa.RecordBatch, columns: list[Column]
    ) -> pa.RecordBatch:
        """The columns that whorl reads, under the names that the caller gave."""
        cells = [_readable(column.of(batch)) for column in columns]
        names = list(self.columns)
        if self._names:
            numbers = pa.arange(row + 1, row + 1 + batch.num_rows)
            digits = numbers.cast(pa.string())
            cells.append(pc.binary_join_element_wise(_shown(one), digits, ":"))
            names.append(self._names)
        return pa.RecordBatch.from_arrays(cells, names)

    def kept(self, keep: Array) -> pa.RecordBatchReader:
        schema = self._one_schema()
        marks = pa.array(keep)

        def batches() -> Iterator[pa.RecordBatch]:
            for number, one in enumerate(self.data):
                with opened(one) as file:
                    for table in kept_batches(file, self._masks(number, file, marks)):
                        for batch in table.to_batches():
                            yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)

        return pa.RecordBatchReader.from_batches(schema, batches())

    def output(self, folder: str) -> OutputFolder:
        return output_folder(folder, self.data)

    def write(self, keep: Array, folder: OutputFolder, report: Report | None) -> list[str]:
        marks = pa.array(keep)
        with folder:
            for number, one in enumerate(self.data):
                if report is not None:
                    report("write", number, len(self.data))
                with opened(one) as file, folder.new_file(one) as output:
                    write_kept(file, output, self._masks(number, file, marks))
            if report is not None:
                report("write", len(self.data), len(self.data))
            return folder.finish()

    def _masks(self, number: int, file: Parquet, marks: pa.BooleanArray) -> Masks:
        """The masks of one file, in order. Raises TableError if it is not the one that was read."""
        check_unchanged(file, self._states[number])
        row, end = self._starts[number : number + 2]

        def next_mask(rows: int) -> pa.BooleanArray:
            nonlocal row
            if row + rows > end:
                raise TableError("has more rows than before", UnreadableError)
            row += rows
            return marks.slice(row - rows, rows)

        return next_mask

    def _one_schema(self) -> pa.Schema:
        with opened(self.data[0]) as file:
            schema = file.schema
        for one in self.data[1:]:
            with opened(one) as file:
                difference = _difference(schema, file.schema)
            if difference:
                raise InvalidArgumentError(
                    f"kept() needs files of one schema, but {one.name} has {difference} than "
                    f'{self.data[0].name}: use output="FOLDER", which writes a file for each'
                )
        return schema


def _shown(one: Input) -> str:
    """The name of a file as an id has it: in UTF-8."""
    return os.fsencode(one.name).decode("utf-8", "replace")


def _readable(cells: pa.Array) -> pa.Array:
    """Cells that the native code reads: dates and timestamps as texts, the others as they are."""
    if isinstance(cells.type, pa.BaseExtensionType):
        cells = cells.storage
    return as_texts(cells) if is_moment(cells.type) else cells


def _difference(first: pa.Schema, other: pa.Schema) -> str:
    """The first difference of two schemas, as "another number of columns", or "" if none."""
    for mine, its in zip(first, other, strict=False):
        if mine.name != its.name:
            return f"the column {its.name!r} in place of {mine.name!r}, other"
        if mine.type != its.type:
            return f"another type of the column {its.name!r} ({its.type}, not {mine.type})"
        if mine.nullable != its.nullable:
            return f"another nullability of the column {its.name!r}"
    return "" if len(first) == len(other) else f"another number of columns ({len(other)})"
