"""Files and folders: the C++ library reads them itself, except Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._errors import InvalidArgumentError, UnsupportedError
from .._tables.inputs import ENDING, parquet_inputs
from .._tables.library import pyarrow_version
from .._tables.remote import is_url
from .data import Data, OneShot

if TYPE_CHECKING:
    from .._tables.outputs import OutputFolder


def open_paths(data: Any, columns: tuple[str, ...]) -> Data:
    """One path, or a list of them: Parquet files, or what the C++ library reads."""
    given = [os.fsdecode(path) for path in (data if _several(data) else [data])]
    inputs = parquet_inputs(given)
    if inputs is None:
        return Paths(given, columns)
    pyarrow_version()
    from .._tables.files import ParquetFiles

    return ParquetFiles(inputs, columns)


def is_parquet_url(item: object) -> bool:
    """True for a str such as "s3://bucket/in.parquet". In a list, other str are texts."""
    if not isinstance(item, str) or not item.endswith(ENDING):
        return False
    return is_url(item) and not any(map(str.isspace, item))


class Paths(OneShot):
    """One path, or a list of paths: files, folders, globs, stores."""

    name = "paths"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self._paths: list[str] = data

    @property
    def paths(self) -> list[str]:
        return self._paths

    def output(self, folder: str) -> OutputFolder:
        raise InvalidArgumentError(
            f"output={folder!r} is for Parquet files: run the program whorl dedup for other files"
        )

    def batches(self) -> Iterator[object]:
        raise AssertionError("the native code reads paths itself")

    def kept(self, keep: object) -> object:
        raise UnsupportedError(
            "kept() has no rows if the data is paths: use .keep and .removed, or run the program "
            "whorl dedup, which writes the kept documents"
        )


def _several(data: object) -> bool:
    return isinstance(data, (list, tuple))
