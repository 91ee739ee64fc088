"""Checks that the executors have whorl, before they need it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyspark.sql import SparkSession

from .._errors import NotInstalledError
from .._whorl import version
from ._failures import said

_REASONS = ("Cannot run program", "No module named", "VERSION_MISMATCH", "not installed")
_SHIP = (
    "Give the executors an environment with the same whorl: pack one with `venv-pack -o "
    "environment.tar.gz`, and start Spark with spark.archives=environment.tar.gz#environment and "
    "spark.pyspark.python=./environment/bin/python (docs/spark.md)"
)


def check_executors(spark: SparkSession, tasks: int) -> None:
    """Raises NotInstalledError if an executor has no Python, pyarrow or whorl, or another version of
    whorl.

    The check runs in `tasks` tasks; without a cluster, in one. Spark does not promise that they
    reach all executors.
    """
    master = str(spark.conf.get("spark.master", ""))
    if master == "local" or master.startswith("local["):
        tasks = 1

    # Spark sends the code of a nested function, so it also runs where whorl is not installed.
    def found(batches: Iterator[Any]) -> Iterator[Any]:
        import platform

        import pyarrow

        try:
            import whorl

            state = whorl.__version__
        except Exception as error:
            state = f"{type(error).__name__}: {error}"
        for _ in batches:
            row = {"host": [platform.node()], "version": [state]}
            yield pyarrow.RecordBatch.from_pydict(row)

    rows = spark.range(0, tasks, 1, tasks).mapInArrow(found, "host string, version string")
    try:
        found_versions = rows.distinct().collect()
    except Exception as error:
        raise NotInstalledError(
            f"the executors cannot run Python with pyarrow: {said(error, *_REASONS) or error}. {_SHIP}"
        ) from error
    for row in found_versions:
        if row["version"] != version():
            raise NotInstalledError(
                f"the executor on {row['host']} does not have whorl {version()} "
                f"(found: {row['version']}). {_SHIP}"
            )
