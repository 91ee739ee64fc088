"""How many rows pyarrow decodes at a time.

A row can be far longer than its share of the file: a dictionary stores a text that repeats once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .pages import DICTIONARY, first_pages

BATCH_BYTES = 4 << 20
"""What a batch has, about."""

# Even if each row has the longest text that its dictionary may have; a page can be as large.
_MOST_BYTES = 2 << 30
_MOST_ROWS = 1 << 16


class Chunks(NamedTuple):
    """Some columns of a row group."""

    rows: int
    columns: list[Any]  # pyarrow.parquet.ColumnChunkMetaData


def rows_of_batch(chunks: Chunks, source: Any) -> int:
    """The rows of a batch of these columns, at least 1. `source` is the file."""
    mean = longest = 0.0
    for chunk in chunks.columns:
        cells = chunk.num_values / chunks.rows  # of a row; more than 1 in lists
        size, values = _dictionary(source, chunk)
        mean += max(chunk.total_uncompressed_size / chunks.rows, cells * size / max(1, values))
        if chunk.physical_type == "BYTE_ARRAY":  # the others have values of one length
            longest += cells * size
    rows = min(BATCH_BYTES / max(1.0, mean), _MOST_BYTES / max(1.0, longest), _MOST_ROWS)
    return max(1, int(rows))


def _dictionary(source: Any, chunk: Any) -> tuple[int, int]:
    """The bytes and the values of the dictionary of a column chunk, or zeros."""
    if chunk.has_dictionary_page:
        for page in first_pages(source, chunk):
            if page.kind == DICTIONARY:
                return max(0, page.bytes), max(0, page.values)
    return 0, 0
