"""Cells of any layout as texts of one layout: offsets of 64 bits and bytes."""

from __future__ import annotations

from collections.abc import Callable

import pyarrow as pa

from .._errors import ColumnTypeError
from .failures import TableError

_TEXTS: tuple[Callable[[pa.DataType], bool], ...] = (
    pa.types.is_string,
    pa.types.is_large_string,
    pa.types.is_string_view,
    pa.types.is_binary,
    pa.types.is_large_binary,
    pa.types.is_binary_view,
    pa.types.is_null,  # a column in which all texts are missing
)
_OTHERS: tuple[Callable[[pa.DataType], bool], ...] = (
    pa.types.is_integer,
    pa.types.is_floating,
    pa.types.is_decimal,
    pa.types.is_boolean,
    pa.types.is_date,
    pa.types.is_timestamp,
)


def is_text(kind: pa.DataType) -> bool:
    """True for texts, bytes, and dictionaries of them."""
    plain = _plain_type(kind)
    return any(test(plain) for test in _TEXTS)


def has_text_form(kind: pa.DataType) -> bool:
    """True for texts, numbers, dates and timestamps, and for dictionaries of them."""
    plain = _plain_type(kind)
    return any(test(plain) for test in (*_TEXTS, *_OTHERS))


def is_moment(kind: pa.DataType) -> bool:
    """True for dates and timestamps."""
    return bool(pa.types.is_date(kind) or pa.types.is_timestamp(kind))


def check_text(name: str, kind: pa.DataType) -> None:
    """Raises TableError if a column of this type has no texts."""
    if not is_text(kind):
        raise TableError(f'has {kind} in the column "{name}"; whorl reads texts', ColumnTypeError)


def as_texts(cells: pa.Array) -> pa.LargeBinaryArray:
    """The cells as texts: numbers in decimal, dates as 2026-11-29. Null cells stay null."""
    if isinstance(cells.type, pa.BaseExtensionType):
        cells = cells.storage
    if pa.types.is_dictionary(cells.type):
        cells = cells.dictionary_decode()
    if not is_text(cells.type):
        cells = cells.cast(pa.large_string())
    return cells.cast(pa.large_binary())


def _plain_type(kind: pa.DataType) -> pa.DataType:
    if isinstance(kind, pa.BaseExtensionType):
        kind = kind.storage_type
    return kind.value_type if pa.types.is_dictionary(kind) else kind
