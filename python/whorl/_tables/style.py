"""How a Parquet file was written, so that its kept rows are written in the same way."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from .opening import Parquet
from .pages import DATA_V2, first_pages
from .sizes import Chunks

_ARROW_SCHEMA = b"ARROW:schema"
_CHUNKING = b"content_defined_chunking"
_CHUNKING_OPTIONS = ("min_chunk_size", "max_chunk_size", "norm_level")
_DEFAULT_CODEC = "snappy"
_PAGE_BYTES = 1 << 20  # the writer's default
_MOST_AT_ONCE = 1024  # the writer's default
_UNNAMED_CODEC = {"UNCOMPRESSED": "none"}


class Style(NamedTuple):
    """How to write a file like another one."""

    rows: int
    """Of a row group."""
    options: dict[str, Any]
    """Of pyarrow's ParquetWriter."""
    metadata: dict[bytes, bytes]
    """Of the file, without what the writer takes from the schema."""


def style_of(file: Parquet) -> Style:
    """The style of the first row group that has rows."""
    groups = map(file.chunks, range(file.metadata.num_row_groups))
    first = next((group for group in groups if group.rows), Chunks(1, []))
    metadata = _metadata(file)
    # With an Arrow schema, the writer also writes the metadata that the schema has.
    known = {_ARROW_SCHEMA, *(file.schema.metadata or {})} if _ARROW_SCHEMA in metadata else ()
    others = {name: value for name, value in metadata.items() if name not in known}
    return Style(first.rows, _options(file, first), others)


def _metadata(file: Parquet) -> dict[bytes, bytes]:
    return dict(file.metadata.metadata or {})


def _options(file: Parquet, group: Chunks) -> dict[str, Any]:
    kinds, chunks = _column_kinds(file), group.columns
    return {
        "compression": _codecs(chunks),
        "use_dictionary": sorted({c.path_in_schema for c in chunks if c.has_dictionary_page}),
        "data_page_version": _page_version(chunks, file.source),
        "store_schema": _ARROW_SCHEMA in _metadata(file),
        "use_deprecated_int96_timestamps": "INT96" in kinds,
        "store_decimal_as_integer": "INT32 DECIMAL" in kinds or "INT64 DECIMAL" in kinds,
        "use_compliant_nested_type": not _has_items(file),
        "write_statistics": any(chunk.is_stats_set for chunk in chunks),
        "write_page_index": any(chunk.has_offset_index for chunk in chunks),
        "sorting_columns": _sorting(file.metadata) if chunks else None,
        "use_content_defined_chunking": _chunking(file),
        "write_batch_size": _rows_at_once(group),
    }


def _rows_at_once(group: Chunks) -> int:
    """How many rows the writer encodes before it looks whether a page is full."""
    bytes_of_row = sum(chunk.total_uncompressed_size for chunk in group.columns) / group.rows
    return max(1, min(_MOST_AT_ONCE, int(_PAGE_BYTES / max(1.0, bytes_of_row))))


def _codecs(chunks: list[pq.ColumnChunkMetaData]) -> Any:
    codecs = {
        chunk.path_in_schema: _UNNAMED_CODEC.get(chunk.compression, chunk.compression.lower())
        for chunk in chunks
    }
    used = set(codecs.values())
    if len(used) > 1:
        return codecs
    return used.pop() if used else _DEFAULT_CODEC


def _page_version(chunks: list[pq.ColumnChunkMetaData], source: Any) -> str:
    kinds = {page.kind for chunk in chunks for page in first_pages(source, chunk)}
    return "2.0" if DATA_V2 in kinds else "1.0"


def _column_kinds(file: Parquet) -> set[str]:
    """The physical types, decimals as "INT64 DECIMAL"."""
    columns = [file.stored_schema.column(number) for number in range(len(file.stored_schema.names))]
    return {
        f"{column.physical_type} DECIMAL"
        if column.logical_type.type == "DECIMAL"
        else str(column.physical_type)
        for column in columns
    }


def _has_items(file: Parquet) -> bool:
    """True if elements of lists are named "item", as in files of pyarrow before version 15."""
    columns = [file.stored_schema.column(number) for number in range(len(file.stored_schema.names))]
    return any(column.path.endswith(".list.item") for column in columns)


def _chunking(file: Parquet) -> Any:
    """Where pages end, if the content decides it, as `datasets` asks for; else False."""
    try:
        options = json.loads(_metadata(file)[_CHUNKING])
        return {name: int(options[name]) for name in _CHUNKING_OPTIONS}
    except (KeyError, TypeError, ValueError):
        return False


def _sorting(metadata: pq.FileMetaData) -> Any:
    return metadata.row_group(0).sorting_columns or None
