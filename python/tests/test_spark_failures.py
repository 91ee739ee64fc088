"""whorl.spark refuses what it cannot do, and the first line of its message says what to do."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import corpus
import pytest
from spark_helper import by_program, frame, outcome, rows_of, run

import whorl
import whorl.spark
from pyspark.sql import SparkSession
from whorl.spark._work import Work


def test_an_order_that_repeats_is_refused(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    df = frame(spark, rows_of(["a"] * 120), 1)
    with pytest.raises(whorl.InvalidArgumentError, match="repeat") as caught:
        whorl.spark.dedup(df, order="row", work=str(tmp_path / "work"))
    assert str(caught.value).count("(3 rows)") + str(caught.value).count("(2 rows)") == 5
    with pytest.raises(whorl.InvalidArgumentError, match="null in date"):
        whorl.spark.dedup(df, order="date", work=str(tmp_path / "null"))


def test_wrong_options_are_refused(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    df = frame(spark, rows_of(["a", "b"]), 1)
    for name, value in (
        ("containment", 0.5),
        ("against", df),
        ("common", 5),
        ("verify", False),
        ("sketch", "min:100"),
    ):
        with pytest.raises(whorl.UnsupportedError, match=f"{name}|min:100"):
            run(df, tmp_path / "work", **{name: value})
    for name, value in (
        ("text", "body"),
        ("text", "row"),
        ("survivor", "best"),
        ("survivor", "field:rank"),
        ("link", "all"),
        ("resemblance", 0),
        ("sketch", "mod:0"),
        ("front_end", "none"),
    ):
        with pytest.raises(whorl.InvalidArgumentError):
            run(df, tmp_path / "work", **{name: value})
    with pytest.raises(whorl.InvalidArgumentError, match="order"):
        whorl.spark.dedup(df, order=[], work=str(tmp_path / "work"))
    with pytest.raises(whorl.ColumnTypeError, match="'file' has the type string"):
        run(df, tmp_path / "work", survivor="field:file")
    for work in ("", "runs/a[1]"):
        with pytest.raises(whorl.InvalidArgumentError, match="work"):
            whorl.spark.dedup(df, order="row", work=work)
    with pytest.raises(TypeError, match="colour"):
        run(df, tmp_path / "work", colour=1)
    assert not (tmp_path / "work").exists()


def test_executors_of_another_version_are_refused(
    spark: SparkSession, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whorl.spark._executors.version", lambda: "0.0.1")
    expected = r"does not have whorl 0\.0\.1.*spark\.archives"
    with pytest.raises(whorl.NotInstalledError, match=expected):
        run(frame(spark, rows_of(["a"]), 1), tmp_path / "work")


def test_an_input_that_changed_is_refused(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    rows = rows_of(corpus.themed(20, 2))
    run(frame(spark, rows, 3), tmp_path)
    assert run(frame(spark, rows, 2), tmp_path).kept.count() > 0  # any order of the same rows
    for name, value, said in (
        ("text", "another text", "other values"),
        ("text", None, "other values"),
        ("id", "another id", "other values"),
        ("row", 77, "other values"),
    ):
        changed = [*rows[:-1], {**rows[-1], name: value}]
        with pytest.raises(whorl.InvalidArgumentError, match=f"input changed.*{said}"):
            run(frame(spark, changed, 2), tmp_path)
    with pytest.raises(whorl.InvalidArgumentError, match="20 rows, and this call has 19.*another"):
        run(frame(spark, rows[1:], 2), tmp_path)


def test_executors_without_python_or_whorl_are_refused(
    spark: SparkSession, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = tmp_path / "python"
    without.write_text(f'#!/bin/sh\nunset PYTHONPATH\nexec {sys.executable} "$@"\n')
    without.chmod(0o755)
    df = frame(spark, rows_of(["a"]), 1)
    for python, expected in (
        (without, r"does not have whorl .*No module named 'whorl'"),
        (tmp_path / "missing", r"cannot run Python.*Cannot run program.*missing"),
    ):
        monkeypatch.setattr(spark.sparkContext, "pythonExec", str(python))
        with pytest.raises(whorl.NotInstalledError, match=expected) as caught:
            run(df, tmp_path / "work")
        assert "spark.archives" in str(caught.value).splitlines()[0]


def test_a_work_folder_that_cannot_be_written_is_refused(
    spark: SparkSession, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    df = frame(spark, rows_of(["a", "b"]), 1)
    (tmp_path / "file").write_text("mine")
    for work, reason in (
        ("/proc", "Mkdirs failed"),
        (str(tmp_path / "file"), "not a directory"),
        ("nowhere:///runs", "No FileSystem for scheme"),
    ):
        with pytest.raises(whorl.WriteError, match=f"cannot write {work}.*{reason}") as caught:
            whorl.spark.dedup(df, order="row", work=work)
        assert "Give a folder that" in str(caught.value).splitlines()[0]
    # A folder that each machine has for itself.
    monkeypatch.setattr(Work, "_read_mark", lambda self, name: None)
    with pytest.raises(whorl.WriteError, match="the driver cannot see.*all machines share"):
        run(df, tmp_path / "work")


@pytest.fixture
def small_disk(tmp_path: pathlib.Path) -> Iterator[pathlib.Path]:
    """A disk of 500 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=500k", "tmpfs", folder]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_is_reported(
    spark: SparkSession, tmp_path: pathlib.Path, small_disk: pathlib.Path
) -> None:
    texts = [os.urandom(10_000).hex() for _ in range(50)]
    rows = rows_of([*texts, *texts])
    df = frame(spark, rows, 2)
    with pytest.raises(whorl.DiskFullError, match="No space left") as caught:
        run(df, small_disk)
    said = str(caught.value).splitlines()[0]
    assert f"Free space on the disk of {small_disk}" in said
    assert "it continues" in said
    subprocess.run(["mount", "-o", "remount,size=50m", small_disk], check=True)
    assert outcome(run(df, small_disk)) == by_program(tmp_path, rows)
