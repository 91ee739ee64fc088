"""The memory of a run over Parquet files that are far larger."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

MIB = 1 << 20
ROWS = 2_000  # of a row group
GROUPS = 20

RUN = """
import resource, sys, pyarrow.parquet, whorl, whorl._tables.files
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = peak()
result = whorl.dedup(sys.argv[1], output=sys.argv[2], memory="32M", threads=1)
written = peak()
rows = sum(batch.num_rows for batch in result.kept())
print(before, written, peak(), rows)
"""


def write_large(path: Path) -> None:
    with pq.ParquetWriter(path, pa.schema([("text", pa.string()), ("n", pa.int64())])) as writer:
        for group in range(GROUPS):
            texts = [os.urandom(4_000).hex(" ", 4) for _ in range(ROWS)]  # of 1,000 words
            table = {"text": texts, "n": range(group * ROWS, (group + 1) * ROWS)}
            writer.write_table(pa.table(table))


@pytest.mark.slow
def test_memory_is_that_of_a_row_group(tmp_path: Path) -> None:
    path, output = tmp_path / "in.parquet", tmp_path / "out"
    write_large(path)
    command = [sys.executable, "-c", RUN, str(path), str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    before, written, kept, rows = map(int, done.stdout.split())
    text = pq.read_metadata(path).row_group(0).total_byte_size * GROUPS // MIB
    assert text > 300 and rows == ROWS * GROUPS
    # The row group that is written, the memory of the engine, and what pyarrow keeps.
    assert max(written, kept) - before < 200


@pytest.mark.slow
def test_memory_of_the_helper(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    write_large(path)
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'whorl._tables', *sys.argv[1:]],"
        " stdin=open({!r}), stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    ).format(str(path))
    command = [sys.executable, "-c", script, "read", "--text", "text", "--record-bytes", "1000000"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200
