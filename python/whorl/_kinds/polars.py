"""Data of polars: DataFrame, LazyFrame and Series."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._errors import UnsupportedError
from .data import BATCH_ROWS, Data, check_columns, library, only_texts

if TYPE_CHECKING:
    from .._whorl import Array


class PolarsFrame(Data):
    """A polars DataFrame."""

    name = "polars DataFrame"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, data.columns, columns)

    def batches(self) -> Iterator[object]:
        yield self.data.select(self.columns)

    def kept(self, keep: Array) -> object:
        return self.data.filter(mask_of(keep))


class PolarsSeries(Data):
    """A polars Series of texts."""

    name = "polars Series"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        only_texts(self.name, columns)

    def batches(self) -> Iterator[object]:
        yield self.data.to_frame(self.columns[0])

    def kept(self, keep: Array) -> object:
        return self.data.filter(mask_of(keep))


class PolarsLazyFrame(Data):
    """A polars LazyFrame, read in batches; the kept rows are a LazyFrame too.

    That LazyFrame runs the query again. Joins, `unique` and `group_by` may then give their rows in
    another order. So `batches` stores a hash of each row's needed columns, 8 bytes a row, and the
    new query compares them. It fails if the rows have changed.
    """

    name = "polars LazyFrame"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self._names = data.collect_schema().names()
        self._hashes: list[Any] = []
        check_columns(self.name, self._names, columns)

    def batches(self) -> Iterator[object]:
        self._hashes = []
        chunks = self.data.select(self.columns).collect_batches(
            chunk_size=BATCH_ROWS, maintain_order=True, lazy=True
        )
        for chunk in chunks:
            self._hashes.append(chunk.hash_rows())
            yield chunk

    def kept(self, keep: Array) -> object:
        polars = library("polars")
        keep_name, hash_name = _new_names(self._names, ("whorl keep", "whorl hash"))
        hashes = polars.concat(self._hashes) if self._hashes else []
        marks = polars.DataFrame(
            [mask_of(keep).alias(keep_name), polars.Series(hash_name, hashes, polars.UInt64)]
        )

        def kept_rows(rows: Any) -> Any:
            frame = rows.struct.unnest()
            same = frame.select(self.columns).hash_rows().eq_missing(frame[hash_name])
            if not same.all():
                raise UnsupportedError(CHANGED)
            return frame[keep_name]

        return (
            polars.concat([self.data, marks.lazy()], how="horizontal")
            .filter(
                polars.struct(*self.columns, keep_name, hash_name).map_batches(
                    kept_rows, return_dtype=polars.Boolean, is_elementwise=True
                )
            )
            .drop(keep_name, hash_name)
        )


CHANGED = (
    "the LazyFrame gives other rows, or another order, than whorl read: collect() it before "
    "dedup, or sort its rows"
)


def mask_of(keep: Array) -> Any:
    """`keep` as a polars Series."""
    polars = library("polars")
    return polars.Series("keep", keep, polars.Boolean)


def _new_names(present: list[str], names: tuple[str, ...]) -> list[str]:
    result = []
    for name in names:
        while name in present:
            name += "_"
        result.append(name)
    return result
