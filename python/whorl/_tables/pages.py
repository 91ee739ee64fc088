"""The headers of pages in a Parquet file, which pyarrow does not show.

A header is a struct in the compact encoding of Thrift. Each field begins with a byte: the distance
to the number of the field before it, and the type. A byte of 0 ends a struct.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

DICTIONARY, DATA_V2 = 2, 3

_HEADER_BYTES = 64  # enough for what is read
_FLAGS, _INT, _STRUCT = (1, 2), 5, 12  # types of Thrift


class Page(NamedTuple):
    """What a header says of its page. All but the kind is 0 if it is not a dictionary."""

    kind: int
    bytes: int = 0
    values: int = 0
    end: int = 0
    """The offset of the next page."""


def first_pages(source: Any, chunk: Any) -> Iterator[Page]:
    """The first page of a column chunk, and the second one if the first is a dictionary.

    Pages with a header that cannot be read are left out: pyarrow reports what is wrong with them.
    """
    page = _page_at(source, chunk.dictionary_page_offset or chunk.data_page_offset)
    if page is not None:
        yield page
    if page is not None and page.kind == DICTIONARY:
        page = _page_at(source, page.end)
        if page is not None:
            yield page


def _page_at(source: Any, offset: int) -> Page | None:
    source.seek(max(0, offset))
    head = source.read(_HEADER_BYTES)
    try:
        kind = _fields(head[:2] + b"\0")[0][1]
        if kind != DICTIONARY:
            return Page(kind)
        fields, length = _fields(head)
        return Page(kind, fields[2], fields[7, 1], offset + length + fields[3])
    except (IndexError, KeyError):
        return None


def _fields(head: bytes) -> tuple[dict[Any, int], int]:
    """The numbers of a header by their fields, such as 2, or (7, 1) inside of field 7; its length.

    Raises IndexError if the header is longer, and KeyError for fields of other types.
    """
    found: dict[Any, int] = {}
    at = number = outer = 0
    while True:
        begin, at = head[at], at + 1
        if begin == 0:
            if not outer:
                return found, at
            number, outer = outer, 0
            continue
        number += begin >> 4
        kind = begin & 15
        if kind == _STRUCT and not outer:
            outer, number = number, 0
        elif kind == _INT:
            found[(outer, number) if outer else number], at = _number(head, at)
        elif kind not in _FLAGS:  # which have no value
            raise KeyError(kind)


def _number(head: bytes, at: int) -> tuple[int, int]:
    """A number, of 7 bits a byte, with its sign in the lowest bit; and the offset after it."""
    raw = shift = 0
    while True:
        raw |= (head[at] & 127) << shift
        at += 1
        shift += 7
        if head[at - 1] < 128:
            return (raw >> 1) ^ -(raw & 1), at
