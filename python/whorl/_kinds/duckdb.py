"""Relations of duckdb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._errors import UnsupportedError
from .data import Data, OneShot, check_columns

if TYPE_CHECKING:
    from .._whorl import Array


class Relation(Data):
    """A duckdb relation, whose kept rows are a relation of the same connection.

    The query runs once, and duckdb keeps its rows in memory, because a second run may return them in
    another order. These rows are numbered, so the kept rows are right even if the connection
    has preserve_insertion_order = false. To avoid the memory, give `relation.to_arrow_reader()` and
    use `.keep`.
    """

    name = "duckdb relation"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, data.columns, columns)
        if not hasattr(data, "materialize"):
            raise UnsupportedError("whorl needs duckdb 2.0 or later: pip install -U duckdb")
        self._number = "whorl row"
        while self._number in data.columns:
            self._number += "_"
        self._rows: Any = None
        self._order = ""

    def batches(self) -> Iterator[object]:
        number = _quoted(self._number)
        numbered = f"SELECT *, row_number() OVER () - 1 AS {number} FROM whorl_rows"
        self._rows = self.data.query("whorl_rows", numbered).materialize()
        setting = "SELECT current_setting('preserve_insertion_order')"
        if not self._rows.query("whorl_rows", setting).fetchall()[0][0]:
            self._order = f" ORDER BY {number}"
        needed = ", ".join(map(_quoted, self.columns))
        yield self._rows.query("whorl_rows", f"SELECT {needed} FROM whorl_rows{self._order}")

    def kept(self, keep: Array) -> object:
        number = _quoted(self._number)
        if len(keep) == 0:
            where = "false"  # a bit string cannot be empty
        else:
            bits = "".join("1" if value else "0" for value in keep.to_pylist())
            where = f"get_bit('{bits}'::BIT, {number}::INTEGER) = 1"
        return self._rows.query(
            "whorl_rows",
            f"SELECT * EXCLUDE ({number}) FROM whorl_rows WHERE {where}{self._order}",
        )


class RelationOnce(OneShot):
    """A duckdb relation that is only compared against: its rows are not kept in memory."""

    name = "duckdb relation"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, data.columns, columns)

    def batches(self) -> Iterator[object]:
        needed = ", ".join(map(_quoted, self.columns))
        yield self.data.query("whorl_rows", f"SELECT {needed} FROM whorl_rows")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
