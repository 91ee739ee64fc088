"""The work folder: what each phase wrote, and which phases are done."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .._errors import InvalidArgumentError, WriteError
from .._whorl import version
from ._failures import full_disk_explained, unusable_folder_explained

_PATTERN = "*?[]{}\\"  # Spark writes them as they are, and reads them as a pattern


class Work:
    """The folder whorl-COMMAND in a folder on any file system of Spark; nothing else is written. A
    phase writes NAME, then NAME.done.

    The constructor raises InvalidArgumentError for a path that Spark reads as a pattern, and if the
    folder belongs to a run with other options. Then it names the first one. It raises WriteError if
    the folder cannot be written, or if the driver does not see what an executor wrote.
    """

    def __init__(
        self, spark: SparkSession, folder: str, command: str, options: dict[str, Any]
    ) -> None:
        self.spark = spark
        if any(character in folder for character in _PATTERN):
            raise InvalidArgumentError(
                f"work={folder!r}: give a path without {' '.join(_PATTERN)}, which Spark reads as a "
                "pattern"
            )
        self._folder = f"{folder.rstrip('/')}/whorl-{command}"
        asked = {"version": version(), **options}
        with unusable_folder_explained(self._folder):
            known = self._read_mark("options")
            # Whether all phases from here on have to run. Then their marks are not read.
            self.is_new = known is None
            if known is None:
                known = self._write_options(asked)
        self._check_same(known, asked)

    def phase(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The result of a phase, which runs unless it is done."""
        path = f"{self._folder}/{name}"
        if not self.is_new and self._read_mark(name) is not None:
            return self.spark.read.parquet(path)
        with full_disk_explained(self._folder):
            made = make()  # which may have phases itself
            self.is_new = True
            made.write.mode("overwrite").parquet(path)
            self._mark(name, {})
        # With a schema, Spark need not start a job to read it from the files.
        return self.spark.read.schema(made.schema).parquet(path)

    def _write_options(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._mark("options", asked)
        written = self._read_mark("options")
        if written is None:
            raise WriteError(
                f"work: the driver cannot see what an executor wrote to {self._folder}. Give a folder "
                "that all machines share, such as one on HDFS, S3 or NFS"
            )
        return written

    def _check_same(self, known: dict[str, Any], asked: dict[str, Any]) -> None:
        for name in sorted({*known, *asked}):
            if known.get(name) != asked.get(name):
                raise InvalidArgumentError(
                    f"{self._folder}: was made with {name}={known.get(name)!r}, and this call has "
                    f"{name}={asked.get(name)!r}: give the same value, or another work folder"
                )

    def _read_mark(self, name: str) -> dict[str, Any] | None:
        found = lines_of(self.spark, f"{self._folder}/{name}.done")
        # A write that was stopped leaves a folder without lines.
        lines = found.collect() if found is not None else []
        return json.loads(lines[0][0]) if lines else None

    def _mark(self, name: str, content: dict[str, Any]) -> None:
        line = self.spark.range(0, 1, 1, 1).select(F.lit(json.dumps(content)))
        line.write.mode("overwrite").text(f"{self._folder}/{name}.done")


def lines_of(spark: SparkSession, path: str) -> DataFrame | None:
    """The lines of a path, each twice; None if the path does not exist."""
    try:
        # If there is one path and it is missing, Spark logs a warning with a long trace.
        return spark.read.text([path, path])
    except AnalysisException as error:
        if error.getCondition() == "PATH_NOT_FOUND":
            return None
        raise
