"""A folder of outputs that appears only when all its files are complete.

The files are written to a hidden folder next to it. A run that is killed leaves only that one, and
the next run with the same output removes it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from .._errors import Error, ExistsError, InvalidArgumentError, WriteError
from . import remote
from .failures import write_error
from .inputs import Input


def output_folder(folder: str, inputs: list[Input]) -> OutputFolder:
    """The folder for one output file for each input. Nothing is created yet.

    Raises ExistsError if a file of one of these names exists, and InvalidArgumentError if the
    folder is an input too, or if two inputs have the same name.
    """
    if remote.is_url(folder):
        raise InvalidArgumentError(f"output={folder!r}: give a folder on this machine")
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise ExistsError(f"output={folder!r} is a file: give a folder")
    by_name: dict[str, Input] = {}
    for one in inputs:
        earlier = by_name.setdefault(one.relative, one)
        if earlier is not one:
            raise InvalidArgumentError(
                f"{earlier.path} and {one.path} would both be written to {one.relative}: give "
                "the folder that contains both"
            )
        _check_apart(folder, one)
        path = os.path.join(folder, one.relative)
        if os.path.lexists(path):
            raise ExistsError(f"{path} exists: remove it, or give another folder as output")
    return OutputFolder(folder)


class OutputFolder:
    """A context manager. Leaving it before finish() removes what was written."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.abspath(folder)
        parent, name = os.path.split(self._folder)
        self._draft = os.path.join(parent, f".{name}.whorl-draft")
        self._lock = -1
        self._files: list[str] = []

    def __enter__(self) -> OutputFolder:
        try:
            os.makedirs(self._draft, exist_ok=True)
            self._lock = os.open(self._draft, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise InvalidArgumentError(f"another run writes to {self._folder} now") from None
        except OSError as error:
            raise WriteError(f"{self._folder}: cannot be created: {error.strerror}") from error
        for name in os.listdir(self._draft):  # of a run that was killed
            _remove(os.path.join(self._draft, name))
        return self

    def __exit__(self, *error: object) -> None:
        if os.path.isdir(self._draft):
            _remove(self._draft)
        os.close(self._lock)

    @contextmanager
    def new_file(self, one: Input) -> Iterator[BinaryIO]:
        """An empty file for the output of this input, which is on the disk afterwards."""
        path = os.path.join(self._draft, one.relative)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if isinstance(error, Error):
                raise
            raise write_error(error) from error
        self._files.append(one.relative)

    def finish(self) -> list[str]:
        """Moves all files to their place, and returns their paths."""
        try:
            self._move_all()
        except OSError as error:
            if isinstance(error, Error):
                raise
            raise WriteError(f"{self._folder}: cannot be written: {error.strerror}") from error
        return [os.path.join(self._folder, name) for name in self._files]

    def _move_all(self) -> None:
        if not os.path.isdir(self._folder) or not os.listdir(self._folder):
            os.rename(self._draft, self._folder)  # all at once
        else:
            for name in self._files:
                _move(os.path.join(self._draft, name), os.path.join(self._folder, name))
        _sync(self._folder)
        _sync(os.path.dirname(self._folder))


def _check_apart(folder: str, one: Input) -> None:
    """Raises InvalidArgumentError if the output folder is, or is in, a folder of inputs."""
    if remote.is_url(one.path):
        return
    output = os.path.realpath(folder)
    inputs = os.path.realpath(one.folder or os.path.dirname(one.path) or ".")
    within = bool(one.folder) and output.startswith(os.path.join(inputs, ""))
    if output == inputs or within:
        raise InvalidArgumentError(
            f"output={folder!r} is the folder of {one.path}, or in it: give another folder"
        )


def _move(draft: str, path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        os.link(draft, path)  # unlike rename, it never replaces a file
    except FileExistsError:
        raise ExistsError(f"{path} exists since this run: remove it and start again") from None
    except OSError:  # a file system without links
        os.rename(draft, path)


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        os.unlink(path)


def _sync(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
