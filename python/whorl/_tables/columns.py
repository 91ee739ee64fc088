"""Finds the columns of a Parquet file by their names, also inside of struct columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from .._errors import InvalidArgumentError
from .failures import TableError

_MOST_NAMES = 20  # in a message


class Column(NamedTuple):
    """A column, or a field inside of a struct column."""

    path: tuple[str, ...]
    type: pa.DataType

    @property
    def dotted(self) -> str:
        """The name by which pyarrow selects it."""
        return ".".join(self.path)

    def of(self, batch: Any) -> pa.Array:
        """Its cells in a RecordBatch that has at least this column."""
        cells = batch.column(self.path[0])
        for name in self.path[1:]:
            cells = pc.struct_field(cells, [cells.type.get_field_index(name)])
        return cells


def column_named(schema: pa.Schema, name: str) -> Column:
    """The column `name`, or the field that a name such as "meta.text" leads to.

    Raises TableError, with the names of the columns that there are.
    """
    found = _find(list(schema), name)
    if found is None:
        raise TableError(
            f"has no column {_quoted(name)}; {_columns_text(schema.names)}", InvalidArgumentError
        )
    return found


def has_column(schema: pa.Schema, name: str) -> bool:
    """True if there is exactly one column of that name."""
    return len(schema.get_all_field_indices(name)) == 1


def _find(fields: list[pa.Field], name: str) -> Column | None:
    same = [field for field in fields if field.name == name]
    if len(same) > 1:
        raise TableError(f"has {len(same)} columns named {_quoted(name)}", InvalidArgumentError)
    if same:
        return Column((name,), same[0].type)
    for field in fields:
        if pa.types.is_struct(field.type) and name.startswith(field.name + "."):
            inner = _find(list(field.type), name.removeprefix(field.name + "."))
            if inner is not None:
                return Column((field.name, *inner.path), inner.type)
    return None


def _columns_text(names: list[str]) -> str:
    if not names:
        return "it has no columns"
    more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
    return f"its columns are {', '.join(map(_quoted, names[:_MOST_NAMES]))}{more}"


def _quoted(name: str) -> str:
    return f'"{name}"'
