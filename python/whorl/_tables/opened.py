"""Parquet files of a caller, open one after the other, and whether they changed between passes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._errors import NotFoundError, UnreadableError
from . import remote
from .failures import TableError
from .inputs import Input
from .opening import Parquet

State = tuple[int, ...]
"""Equal if a file has not changed."""


@contextmanager
def opened(one: Input) -> Iterator[Parquet]:
    """The file, open. Errors of this package become errors of whorl that name the file."""
    try:
        with _open(one.path) as source:
            yield Parquet(source)
    except TableError as error:
        raise error.kind(f"{one.name}: {error}") from error.__cause__


def state_of(file: Parquet) -> State:
    """The size, and for local files the time of the last change."""
    try:
        about = os.fstat(file.source.fileno())
    except (OSError, AttributeError, ValueError):
        return (file.source.seek(0, os.SEEK_END),)
    return about.st_size, about.st_mtime_ns, about.st_ino


def check_unchanged(file: Parquet, before: State) -> None:
    """Raises TableError if the file is not as it was at the first pass."""
    if state_of(file) != before:
        raise TableError("has changed since whorl compared its rows: start again", UnreadableError)


def _open(path: str) -> Any:
    if remote.is_url(path):
        return remote.open_url(path)
    try:
        return open(path, "rb", buffering=0)
    except FileNotFoundError:
        raise NotFoundError(f"{path}: no such file") from None
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror}") from error
