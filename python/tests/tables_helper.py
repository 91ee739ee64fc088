"""Runs the helper of tables, python -m whorl._tables, as the program does, and reads its frames."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from whorl._tables.reading import Wanted, read

STATES: dict[int, Any] = {1: None, 2: "too long"}


class Answer(NamedTuple):
    rows: list[dict[str, Any]]
    """By the tags of the columns: bytes, None, or "too long"."""
    end: tuple[str, Any]
    """("Z", rows) or ("X", why)."""
    batches: list[int]
    """The rows of each batch."""


def decode(stream: bytes) -> Answer:
    """The frames; fails if they break the protocol."""
    assert stream[:12] == b"whorltab" + struct.pack("<I", 1)
    at, end = 12, None
    rows: list[dict[str, Any]] = []
    batches = []
    while at < len(stream):
        assert end is None, "a frame follows the last one"
        kind, size = struct.unpack_from("<cQ", stream, at)
        body = stream[at + 9 : at + 9 + size]
        assert len(body) == size
        at += 9 + size
        if kind == b"N":
            assert not rows and len(body) == 8
        elif kind == b"B":
            batch = _batch(body)
            rows += batch
            batches.append(len(batch))
        else:
            end = (kind.decode(), body.decode() if kind == b"X" else struct.unpack("<Q", body)[0])
    assert end is not None, "the last frame is missing"
    assert end[0] == "X" or end == ("Z", len(rows))
    return Answer(rows, end, batches)


def _batch(body: bytes) -> list[dict[str, Any]]:
    count, columns = struct.unpack_from("<IB", body)
    assert count >= 1
    rows: list[dict[str, Any]] = [{} for _ in range(count)]
    at = 5
    for number in range(columns):
        tag, size = struct.unpack_from("<cQ", body, at)
        states = body[at + 9 : at + 9 + count]
        at += 9 + count
        offsets = struct.unpack_from(f"<{count + 1}Q", body, at)
        at += 8 * (count + 1)
        data = body[at : at + size]
        at += size
        assert number or tag == b"t"
        assert offsets[0] == 0 and offsets[-1] == size and list(offsets) == sorted(offsets)
        for row, state in enumerate(states):
            cell = data[offsets[row] : offsets[row + 1]]
            assert state == 0 or not cell
            rows[row][tag.decode()] = STATES[state] if state else cell
    assert at == len(body)
    return rows


def read_here(
    file: bytes, text: str = "text", id: str | None = None, rank: str | None = None, most: int = 100
) -> Answer:
    """What the helper sends, without a process of its own."""
    out = io.BytesIO()
    read(io.BytesIO(file), out, Wanted(text, id, rank, most))
    return decode(out.getvalue())


def run_read(path: Path, *arguments: str) -> Answer:
    """What the process sends."""
    with path.open("rb") as file:
        done = subprocess.run(_command("read", *arguments), stdin=file, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    return decode(done.stdout)


def run_write(path: Path, output: Path, marks: bytes) -> tuple[int, str]:
    """The status of the process, and what it says of a failure. Writes `output`."""
    kept = output.with_suffix(".marks")
    kept.write_bytes(marks)
    with path.open("rb") as file, output.open("wb") as out:
        done = subprocess.run(
            _command("write", os.fspath(kept)), stdin=file, stdout=out, stderr=subprocess.PIPE
        )
    return done.returncode, done.stderr.decode()


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "whorl._tables", *arguments]
