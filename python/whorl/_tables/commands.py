"""The commands read and write, over the descriptors of the process."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any, BinaryIO

import pyarrow as pa

from .failures import TableError, write_error
from .filtering import mask_of
from .opening import Parquet
from .reading import Wanted, read
from .writing import write_kept

_INPUT = 0
_MARKS = 3


def run(asked: argparse.Namespace, out: BinaryIO) -> int:
    """Runs `read` or `write`, and returns the status of the process."""
    pa.set_memory_pool(pa.system_memory_pool())  # it returns memory sooner than the others do
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    source = os.fdopen(_INPUT, "rb", buffering=0, closefd=False)
    try:
        if asked.command == "read":
            wanted = Wanted(asked.text, asked.id, asked.rank, asked.record_bytes)
            read(source, out, wanted)
            return 0
        return _write(source, asked.output, out)
    except (BrokenPipeError, KeyboardInterrupt):
        # The program needs no more. What is buffered cannot be written, and Python would say so.
        os._exit(1)


def _write(source: Any, path: str, out: BinaryIO) -> int:
    marks = _Marks(_MARKS)
    try:
        with open(path, "wb") as output:
            rows = write_kept(Parquet(source), output, marks)
            marks.check_end()
        answer, status = json.dumps({"rows": rows, "bytes": os.path.getsize(path)}), 0
    except Exception as error:
        answer, status = str(write_error(error)), 1
    out.write(answer.encode("utf-8", "replace") + b"\n")
    out.flush()
    return status


class _Marks:
    """The masks in a file with one byte a row."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._row = 0

    def __call__(self, rows: int) -> pa.BooleanArray:
        flags = os.pread(self._descriptor, rows, self._row)
        if len(flags) < rows:
            raise TableError(f"has more rows than were read: only {self._row + len(flags):,}")
        self._row += rows
        return mask_of(flags)

    def check_end(self) -> None:
        """Raises TableError if there are marks for more rows."""
        if os.pread(self._descriptor, 1, self._row):
            raise TableError(f"has fewer rows than were read: {self._row:,}")
