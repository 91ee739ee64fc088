"""Fixtures of the Python tests. The package is on the path: build/release/python, or installed."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import stand_in  # noqa: E402

# Stores are synced to the disk, which on a busy disk takes longer than all else. In memory it does
# not.
if os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > 1 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = "/dev/shm"


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The stand-in, in place of the native module."""
    monkeypatch.setattr("whorl._dedup._whorl", stand_in)
    stand_in.calls.clear()
    yield stand_in


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A session of Spark with two cores."""
    from pyspark.sql import SparkSession

    import whorl

    # Spark's workers must import the modules of this process.
    os.environ["PYTHONPATH"] = str(Path(whorl.__file__).parents[1].absolute())
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.adaptive.enabled", "true")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
