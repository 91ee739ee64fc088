"""Finds the Parquet files among the paths that a caller gave. Opens none of them with pyarrow."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import NamedTuple

from .._errors import InvalidArgumentError, NotFoundError
from . import remote

ENDING = ".parquet"
_MAGIC = b"PAR1"
_WILD = "*?["


class Input(NamedTuple):
    """A Parquet file."""

    path: str
    """The path or the URL to open."""
    name: str
    """How messages name it: relative to the folder that was given, else as it was given."""
    relative: str
    """Its name below a folder of outputs."""
    folder: str
    """The folder that was given, if it was found there."""


def parquet_inputs(paths: Iterable[str]) -> list[Input] | None:
    """The Parquet files of these files, folders, globs and URLs, in order; None if there are none.

    In a folder, files ending in .parquet count. Names that begin with "." or "_" are passed over:
    other programs put notes there, such as _SUCCESS of Spark. Raises InvalidArgumentError if there
    are other files, too.
    """
    found: dict[str, Input] = {}
    other = ""
    for path in paths:
        for one in _found_at(path):
            if isinstance(one, Input):
                found.setdefault(
                    os.path.realpath(one.path) if not remote.is_url(one.path) else one.path, one
                )
            else:
                other = other or one
    if found and other:
        first = next(iter(found.values()))
        raise InvalidArgumentError(
            f"{first.path} is Parquet and {other} is not: give files of one kind, such as "
            "data/*.parquet, or use whorl.cluster() for one kind and Store.add() for the other"
        )
    return list(found.values()) or None


def _found_at(path: str) -> Iterator[Input | str]:
    """The Parquet files at a path, and the names of others."""
    if remote.is_url(path):
        yield from (Input(*parts) for parts in remote.files_at(path, ENDING))
    elif os.path.isdir(path):
        yield from _in_folder(path)
    elif any(sign in path for sign in _WILD) and not os.path.exists(path):
        base = _fixed_part(path)
        for match in sorted(glob.glob(path, recursive=True)):
            if os.path.isdir(match):
                yield from _in_folder(match)
            elif match.lower().endswith(ENDING):
                yield Input(match, match, os.path.relpath(match, base or "."), "")
            else:
                yield match
    elif _is_parquet(path):
        yield Input(path, path, os.path.basename(path), "")
    else:
        yield path


def _in_folder(folder: str) -> Iterator[Input | str]:
    found = []
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        found += [os.path.join(parent, name) for name in files if not name.startswith((".", "_"))]
    for path in sorted(found, key=lambda path: PurePath(path).parts):
        if path.lower().endswith(ENDING):
            relative = os.path.relpath(path, folder)
            yield Input(path, relative, relative, folder)
        else:
            yield path


def _is_parquet(path: str) -> bool:
    named = path.lower().endswith(ENDING)
    if named and not os.path.lexists(path):
        raise NotFoundError(f"{path}: no such file")
    if named or not os.path.isfile(path):
        return named
    try:
        with open(path, "rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False  # whoever reads it reports it


def _fixed_part(pattern: str) -> str:
    """The folder before the first part of a glob that has a wildcard."""
    parts = PurePath(pattern).parts
    fixed = [part for part in parts[: _first_wild(parts)]]
    return os.path.join(*fixed) if fixed else ""


def _first_wild(parts: tuple[str, ...]) -> int:
    return next(n for n, part in enumerate(parts) if any(sign in part for sign in _WILD))
