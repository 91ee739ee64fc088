"""Rows in data of any kind, and the messages about it, for the tests of kinds of data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from stand_in import array, rows_of
from whorl import InvalidArgumentError, UnsupportedError
from whorl._frames import open_data

TEXTS = ["ä", None, "b", "", "c c", "b"]
IDS = [10, 11, 12, 13, 14, 15]
KEEP = [True, False, True, True, True, False]
TABLE = pa.table({"id": IDS, "other": [[n] for n in IDS], "text": pa.array(TEXTS, pa.string())})


def kept_of(values: list[Any]) -> list[Any]:
    return [value for value, keep in zip(values, KEEP, strict=True) if keep]


def read(data: Any, *columns: str, **options: Any) -> list[list[Any]]:
    """The columns that whorl reads, by one pass each, of a fresh kind each."""
    return [rows_of(open_data(data, columns, **options).batches(), name) for name in columns]


def refused(action: Callable[..., object], *args: Any, **options: Any) -> str:
    """The message of the InvalidArgumentError that the call raises."""
    with pytest.raises(InvalidArgumentError) as caught:
        action(*args, **options)
    return str(caught.value)


def not_again(data: Any) -> str:
    """The message of kept() of data that cannot be read again."""
    with pytest.raises(UnsupportedError) as caught:
        data.kept(array(KEEP))
    return str(caught.value)
