"""Deduplicates JSON lines with whorl.spark: spark_job.py MASTER ROWS WORK OUT [--kill].

--kill: kills one executor in each phase.
"""

from __future__ import annotations

import json
import os
import pathlib
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from pyspark.sql import SparkSession

import whorl.spark
from whorl.spark._work import Work

FIELDS = ["id", "reason", "survivor", "resemblance", "contained", "contains"]
SCHEMA = "file string, row int, id string, text string, date string, quality double"


def executors() -> list[int]:
    """The Java processes of executors that this process started."""
    parents: dict[int, int] = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = []
    for process in parents:
        above, steps = process, 0
        while above in parents and above != os.getpid() and steps < 10:
            above, steps = parents[above], steps + 1
        line = pathlib.Path(f"/proc/{process}/cmdline")
        if above == os.getpid() and line.exists() and b"ExecutorBackend" in line.read_bytes():
            found.append(process)
    return found


def kill_in_each_phase() -> list[str]:
    """One executor is killed soon after a phase begins. Returns a list that gets the phases."""
    killed: list[str] = []
    phase = Work.phase

    def kill(name: str) -> None:
        time.sleep(0.3)
        for process in executors()[:1]:
            os.kill(process, signal.SIGKILL)
            killed.append(name)

    def killing(self: Work, name: str, make: Callable[[], Any]) -> Any:
        thread = threading.Thread(target=kill, args=[name])
        thread.start()
        made = phase(self, name, make)
        thread.join()
        while not executors():
            time.sleep(0.1)
        return made

    Work.phase = killing  # type: ignore[method-assign]
    return killed


def main() -> None:
    master, rows, work, out = sys.argv[1:5]
    spark = (
        SparkSession.builder.master(master)
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "1g")
        .config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
        .getOrCreate()
    )
    killed = kill_in_each_phase() if "--kill" in sys.argv else []
    df = spark.read.schema(SCHEMA).json(rows).repartition(5)
    result = whorl.spark.dedup(df, order=["file", "row"], work=work)
    removed = [[row[field] for field in FIELDS] for row in result.removed.collect()]
    kept = sorted(row["id"] for row in result.kept.select("id").collect())
    pathlib.Path(out).write_text(json.dumps([sorted(removed), kept, killed]))


if __name__ == "__main__":
    main()
