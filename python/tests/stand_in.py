"""A stand-in for the native module: same interface, built on pyarrow.

It removes rows with the same text as an earlier row, or as a row of `against`. Missing texts are
skipped. `calls` lists the arguments of each call.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

calls: list[dict[str, Any]] = []


class Array:
    def __init__(self, values: pa.Array) -> None:
        self._values = values

    type = property(lambda self: str(self._values.type))

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> Any:
        return self._values[index].as_py()

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self._values.__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._values.type.__arrow_c_schema__()

    def to_pylist(self) -> list[Any]:
        return self._values.to_pylist()

    def to_numpy(self) -> Any:
        return self._values.to_numpy(zero_copy_only=False)


class Table:
    def __init__(self, rows: list[dict[str, Any]], names: list[str]) -> None:
        self._table = pa.table({name: [row[name] for row in rows] for name in names})
        self.column_names = names

    def __len__(self) -> int:
        return self._table.num_rows

    def column(self, name: str) -> Array:
        return Array(self._table[name].combine_chunks())

    __getitem__ = column

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)

    def to_pylist(self) -> list[dict[str, Any]]:
        return self._table.to_pylist()

    def to_pydict(self) -> dict[str, list[Any]]:
        return self._table.to_pydict()


class Decisions:
    keep: Array
    removed: Table
    skipped: Table
    stats: dict[str, Any]


def array(keep: list[bool]) -> Array:
    return Array(pa.array(keep, pa.bool_()))


def rows_of(source: Any, name: str) -> list[Any]:
    """The values of a column of all batches."""
    values: list[Any] = []
    for batch in source:
        if isinstance(batch, dict):
            assert all(type(column) is list for column in batch.values()), batch
            values += batch[name]
        elif hasattr(batch, "__arrow_c_stream__"):
            reader = pa.RecordBatchReader.from_stream(batch)
            for part in reader:
                values += part.column(name).to_pylist()
        else:
            values += pa.record_batch(batch).column(name).to_pylist()
    return values


REMOVED = [
    *("row", "id", "reason", "kept_row", "kept_id"),
    *("resemblance", "contained", "contains", "cluster"),
]


def decide(
    source: Any,
    *,
    text: str,
    id: str | None,
    row_name: Any,
    against: Any,
    options: Any,
    progress: Any,
) -> Decisions:
    calls.append({"text": text, "id": id, "options": options, "progress": progress})
    if isinstance(source, list):
        texts, calls[-1]["paths"] = list(source), source
    else:
        texts = rows_of(source, text)
    if isinstance(against, list):
        calls[-1]["against"], others = against, []
    else:
        others = [] if against is None else rows_of(against, text)
        calls[-1]["against"] = others
    if progress:
        progress("read", 1, 2)
        progress("read", 2, 2)
    first = {other: row for row, other in reversed(list(enumerate(others))) if other is not None}
    keep, removed, skipped = [], [], []
    for row, value in enumerate(texts):
        keep.append(value is not None and value not in first)
        if value is None:
            name = f"records:{row + 1}"
            skipped.append({"row": row, "name": name, "reason": "null", "kind": "skipped"})
        elif not keep[-1]:
            removed.append(
                {"row": row, "id": str(row), "reason": "identical", "kept_row": first[value]}
                | {"kept_id": str(first[value]), "resemblance": 1.0, "contained": 1.0}
                | {"contains": 1.0, "cluster": 0}
            )
        elif against is None:
            first[value] = row
    result = Decisions()
    result.keep = array(keep)
    result.removed = Table(removed, REMOVED)
    result.skipped = Table(skipped, ["row", "name", "reason", "kind"])
    result.stats = {
        "documents": len(texts) - len(skipped),
        "kept": sum(keep),
        "identical": len(removed),
        "lexical": 0,
        "same_sketch": 0,
        "similar": 0,
        "large_cluster": 0,
    }
    return result
