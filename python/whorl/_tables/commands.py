"""The commands read and write, over the descriptors of the process."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any, BinaryIO

import pyarrow as pa

from .failures import TableError, write_error
from .filtering import mask_of
from .opening import Parquet
from .reading import Wanted, read
from .writing import write_kept

_INPUT = 0


def run(asked: argparse.Namespace, out: BinaryIO) -> int:
    """Runs `read` or `write`, and returns the status of the process."""
    pa.set_memory_pool(pa.system_memory_pool())  # it returns memory sooner than the others do
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    source = os.fdopen(_INPUT, "rb", buffering=0, closefd=False)
    try:
        if asked.command == "read":
            wanted = Wanted(asked.text, asked.id, asked.rank, asked.record_bytes, asked.group)
            read(source, out, wanted)
            return 0
        return _write(source, asked.kept, out)
    except (BrokenPipeError, KeyboardInterrupt):
        # The program needs no more. What is buffered cannot be written, and Python would say so.
        os._exit(1)


def _write(source: Any, kept: str, out: BinaryIO) -> int:
    try:
        with open(kept, "rb") as flags:
            write_kept(Parquet(source), out, _Marks(flags))
            if flags.read(1):
                raise TableError("has fewer rows than were read")
        out.flush()
    except BrokenPipeError:
        raise  # the program needs no more
    except Exception as error:
        print(write_error(error), file=sys.stderr)
        return 1
    return 0


class _Marks:
    """The masks in a file with one byte a row; rows after its end are not kept."""

    def __init__(self, flags: BinaryIO) -> None:
        self._flags = flags

    def __call__(self, rows: int) -> pa.BooleanArray:
        return mask_of(self._flags.read(rows).ljust(rows, b"\0"))
