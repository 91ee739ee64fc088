"""A run of bench/spark.py in a process of its own; what it measured is the last line of standard output, as JSON.

    spark_run.py RUN

RUN is JSON: table, work and out (paths), master, resemblance, shingle.
"""

import json
import os
import pathlib
import re
import statistics
import sys
import tempfile
import threading
import time

sys.path.pop(0)  # bench/ has modules with the names of others

import whorl.spark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from whorl.spark._work import Work  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
PARTS = 16  # partitions of a shuffle


def processes():
    """This process and all processes that it started: their ids and the fields of /proc/ID/stat from the state on."""
    stats = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            stats[int(path.parent.name)] = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # the process has ended
    found, more = {}, {os.getpid()}
    while more:
        found |= {one: stats[one] for one in more if one in stats}
        more = {one for one, stat in stats.items() if int(stat[1]) in more}
    return found


def processor_seconds():
    """Processor seconds of the running processes, and of those that they waited for."""
    return sum(sum(map(int, stat[11:15])) for stat in processes().values()) / TICKS


def worker_bytes():
    """The most memory that a Python worker of Spark had so far."""
    most = 0
    for one in processes():
        try:
            if b"pyspark.daemon" in pathlib.Path(f"/proc/{one}/cmdline").read_bytes():
                most = max(most, 1024 * int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{one}/status").read_text())[1]))
        except (OSError, TypeError):
            continue
    return most


class Watch:
    """Measures the phases of a call."""

    def __init__(self):
        self.phases, self.most = [], 0
        self._begin = None
        phase = Work.phase

        def timed(work, name, make):
            self._ends()  # this phase contains phases itself
            made = phase(work, name, make)
            self._ends(name)
            return made

        check = whorl.spark.check_executors

        def timed_check(*arguments):
            check(*arguments)
            self._ends("executors")

        Work.phase, whorl.spark.check_executors = timed, timed_check
        threading.Thread(target=self._sample, daemon=True).start()

    def begins(self):
        self._begin = time.time(), processor_seconds()

    def _ends(self, name=None):
        now = time.time(), processor_seconds()
        if name:
            wall, processor = (b - a for a, b in zip(self._begin, now))
            self.phases.append({"name": name, "begin": self._begin[0], "wall_seconds": wall, "processor_seconds": processor,
                                "worker_bytes": self.most})  # so far
            self._begin = now

    def _sample(self):
        while True:
            self.most = max(self.most, worker_bytes())
            time.sleep(0.5)


def session(run, log):
    made = SparkSession.builder.master(run["master"])
    for name, value in {
        "spark.sql.shuffle.partitions": PARTS, "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1", "spark.executor.memory": "2g", "spark.driver.memory": "2g",
        "spark.eventLog.enabled": "true", "spark.eventLog.dir": log, "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false", "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
    }.items():
        made = made.config(name, value)
    return made.getOrCreate()


def add_tasks(phases, log):
    """The bytes that the tasks of each phase shuffled, and the slowest task next to the median of its stage."""
    (path,) = (path for path in pathlib.Path(log).iterdir() if path.is_file() and not path.name.startswith("."))
    tasks = [event for event in map(json.loads, path.open(encoding="utf-8")) if event["Event"] == "SparkListenerTaskEnd"]
    for phase in phases:
        end = phase["begin"] + phase["wall_seconds"]
        ended = [one for one in tasks if phase["begin"] <= one["Task Info"]["Finish Time"] / 1000 < end]
        phase["shuffled_bytes"] = sum(one["Task Metrics"]["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                                      for one in ended if one.get("Task Metrics"))
        stages = {}
        for one in ended:
            info = one["Task Info"]
            stages.setdefault(one["Stage ID"], []).append(max(info["Finish Time"] - info["Launch Time"], 1) / 1000)
        slow = [max(times) / statistics.median(times) for times in stages.values() if len(times) > 2 and max(times) >= 1]
        phase |= {"slowest": max(slow, default=1.0), "tasks": len(ended), "task_seconds": sum(map(sum, stages.values()))}


def main():
    run = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory() as log:
        begin = time.time()
        spark = session(run, log)
        spark.range(1).count()
        started, used = time.time(), processor_seconds()
        watch = Watch()
        watch.begins()
        frame = spark.read.schema("number bigint, id string, text string").parquet(run["table"])
        result = whorl.spark.dedup(frame, order="number", work=run["work"], resemblance=run["resemblance"], shingle=run["shingle"])
        removed = result.removed.collect()
        figures = {"start_seconds": started - begin, "wall_seconds": time.time() - started,
                   "processor_seconds": processor_seconds() - used, "worker_bytes": watch.most,
                   "documents": frame.count(), "removed": len(removed), "phases": watch.phases}
        spark.stop()
        add_tasks(watch.phases, log)
    with open(run["out"], "w", encoding="utf-8") as out:
        for row in removed:
            out.write(json.dumps(row.asDict()) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
