"""What to do if Spark fails: the first line of the message says it, and Spark's error is its cause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from .._errors import DiskFullError, Error, WriteError

_FULL = ("No space left on device", "Disk quota exceeded", "quota of ")


def said(error: Exception, *words: str) -> str | None:
    """What the first line of the error says that has one of the words, or None."""
    for line in str(error).splitlines():
        if any(word in line for word in words):
            return re.split(r"(?:Exception|Error): ", line)[-1].strip()
    return None


@contextmanager
def full_disk_explained(folder: str) -> Iterator[None]:
    """Raises DiskFullError in place of Spark's error for it."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        full = said(error, *_FULL)
        if full is None:
            raise
        raise DiskFullError(
            f"work: {full}. Free space on the disk of {folder}, or on the disks that the executors "
            "use for temporary data (spark.local.dir), and make the same call again: it continues"
        ) from error


@contextmanager
def unusable_folder_explained(folder: str) -> Iterator[None]:
    """Raises WriteError in place of any other error of Spark."""
    try:
        with full_disk_explained(folder):
            yield
    except Error:
        raise
    except Exception as error:
        raise WriteError(
            f"work: cannot write {folder}: {said(error, 'Exception: ') or error}. Give a folder that "
            "the driver and all executors can read and write"
        ) from error
