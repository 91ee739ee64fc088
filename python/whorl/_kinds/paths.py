"""Files and folders, which the C++ library reads itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from .._errors import UnsupportedError
from .data import OneShot


class Paths(OneShot):
    """One path, or a list of paths: files, folders, globs, stores."""

    name = "paths"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        self._paths = [os.fsdecode(path) for path in (data if _several(data) else [data])]

    @property
    def paths(self) -> list[str]:
        return self._paths

    def batches(self) -> Iterator[object]:
        raise AssertionError("the native code reads paths itself")

    def kept(self, keep: object) -> object:
        raise UnsupportedError(
            "kept() has no rows if the data is paths: use .keep and .removed, or run the program "
            "whorl dedup, which writes the kept documents"
        )


def _several(data: object) -> bool:
    return isinstance(data, (list, tuple))
