"""The native module of registries (python/src/registry)."""

from collections.abc import Callable, Iterator
from typing import Any

from ._whorl import Table

_Progress = Callable[[str, int, int], object] | None

class OpenRegistry:
    @property
    def stats(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    def add_paths(
        self, paths: list[str], *, codes: dict[str, str], progress: _Progress
    ) -> dict[str, Any]: ...
    def add_texts(
        self,
        source: Iterator[object],
        *,
        text: str,
        id: str | None,
        codes: dict[str, str],
        progress: _Progress,
    ) -> dict[str, Any]: ...
    def search(
        self, text: object, *, options: dict[str, Any], threads: int, progress: _Progress
    ) -> Table: ...
    def documents(self) -> Table: ...
    def remove(self, codes: dict[str, str]) -> int: ...

def create(folder: str, *, scheme: str, recipe: str, key: str) -> None: ...
def read(folder: str, *, key: str) -> OpenRegistry: ...
def write(folder: str, *, key: str) -> OpenRegistry: ...
