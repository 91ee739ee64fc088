"""Iterators and other iterables: of batches, of rows, or of texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from .._errors import InvalidArgumentError
from .arrow import is_arrow
from .data import BATCH_ROWS, OneShot, check_columns, only_texts
from .plain import checked_texts, columns_of, is_column, list_of


class Stream(OneShot):
    """An iterable, read once. The first item says what all items are.

    Items are batches (objects with the Arrow C interface, or dicts of columns), rows (dicts) or
    texts (str or None). Rows and texts are grouped to batches.
    """

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self.name = type(data).__name__

    def batches(self) -> Iterator[object]:
        items = iter(self.data)
        for first in items:
            yield from self._batches_of(first, _chain(first, items))

    def _batches_of(self, first: object, items: Iterator[Any]) -> Iterator[object]:
        if is_arrow(first):
            yield from self._arrow(items)
        elif isinstance(first, dict):
            text = first.get(self.columns[0])
            check_columns("first item", list(first), self.columns)
            yield from self._dicts(items) if is_column(text) else self._rows(items)
        elif isinstance(first, str) or first is None:
            only_texts("iterable of texts", self.columns)
            yield from self._texts(items)
        else:
            raise InvalidArgumentError(
                f"the first item has the type {type(first).__name__}: give batches (Arrow, or "
                "dicts of lists), rows (dicts) or texts (str)"
            )

    def _arrow(self, items: Iterator[Any]) -> Iterator[object]:
        for number, item in enumerate(items):
            if not is_arrow(item):
                raise _other_item(number, item, "an Arrow batch")
            yield item

    def _dicts(self, items: Iterator[Any]) -> Iterator[object]:
        for number, item in enumerate(items):
            if not isinstance(item, dict):
                raise _other_item(number, item, "a dict")
            check_columns(f"batch {number:,}", list(item), self.columns)
            batch = {}
            for name in self.columns:
                if not is_column(item[name]):
                    raise InvalidArgumentError(
                        f"column {name!r} of batch {number:,} has the type "
                        f"{type(item[name]).__name__}, not list"
                    )
                batch[name] = list_of(item[name])
            lengths = {name: len(column) for name, column in batch.items()}
            if len(set(lengths.values())) > 1:
                raise InvalidArgumentError(
                    f"the columns of batch {number:,} have different lengths: {lengths}"
                )
            yield batch

    def _rows(self, items: Iterator[Any]) -> Iterator[object]:
        begin = 0
        while rows := list(islice(items, BATCH_ROWS)):
            yield columns_of(rows, begin, self.columns)
            begin += len(rows)

    def _texts(self, items: Iterator[Any]) -> Iterator[object]:
        begin = 0
        while texts := list(islice(items, BATCH_ROWS)):
            yield {self.columns[0]: checked_texts(texts, begin)}
            begin += len(texts)


def _chain(first: object, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def _other_item(number: int, item: object, expected: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"item {number:,} has the type {type(item).__name__}; the first item is {expected}"
    )
