"""Deduplicates files by tasks, which any number of processes run.

    python -m whorl.distributed plan FOLDER INPUT... -o OUTPUT [--tasks N] [OPTIONS]
    python -m whorl.distributed run FOLDER [--threads N]
    python -m whorl.distributed status FOLDER [--json]

`plan` writes the plan to FOLDER, a new folder that all machines can read and write. Each `run` runs
tasks until all are done. A task that died is run again. The output files are those of
`whorl dedup`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from . import _checks as checks
from . import _whorl
from ._options import limits, method, thresholds
from ._progress import Report, reporting

_WAIT = 0.5  # seconds, while other processes run tasks that must be done first
_MOST_TASKS = 1024


def plan(
    folder: str | os.PathLike[str],
    inputs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    tasks: int = 8,
    text: str = "",
    id: str = "",
    resemblance: float = 0.5,
    survivor: str = "longest",
    link: str = "survivor",
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    memory: str | int = "2G",
    overwrite: bool = False,
) -> None:
    """Writes the plan to `folder`, which is new or empty. Reads no document.

    inputs: files, folders and globs, as `whorl dedup` takes them. A whole file belongs to one task.
    output: JSON lines, such as "kept.jsonl" or "kept.jsonl.gz", or ids in a file that ends in .txt.
        The removed documents are listed next to it, in "kept.removed.jsonl".
    tasks: the number of parts of the work, from 1 to 1024; at most that many tasks run at once.
    text, id: names of JSON fields or table columns. Empty: "text" and "id" of JSON lines and
        Parquet; a CSV or TSV file is then one document.
    memory: of each task; it uses about 80 bytes more for each document of the whole collection.
    overwrite: also replace output files that whorl did not write.

    The other options are those of `whorl.dedup`. Raises UnsupportedError for one that tasks do not
    have, such as the sketch "min:400".
    """
    options = {
        **thresholds(resemblance, 0.0, survivor, link),
        **method(shingle, sketch, front_end),
        **limits(memory, None),
    }
    paths = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    _whorl.plan_tasks(
        os.fspath(folder),
        [os.fspath(path) for path in paths],
        output=os.fspath(output),
        tasks=checks.count("tasks", tasks, 1, _MOST_TASKS),
        text=text,
        id=id,
        overwrite=bool(overwrite),
        options=options,
        progress=None,
    )


def run(
    folder: str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: bool | Report | None = None,
    ran: Callable[[str], None] | None = None,
) -> int:
    """Runs tasks of the plan until all are done, by this process or by others.

    threads: the number of threads of this process, from 1. None: one for each available core.
    progress: as in `whorl.dedup`.
    ran: called with the name of each task that this process has run, such as "sketch 3".

    Returns the number of tasks that this process ran. After an interruption, call run() again with
    the same folder: it continues with the tasks that are not done. Raises InvalidArgumentError if
    the inputs, the working folder or the version of whorl are not those of the plan.
    """
    count = checks.thread_count(threads)
    done = 0
    while True:
        with reporting(progress) as report:
            state, task = _whorl.run_task(os.fspath(folder), threads=count, progress=report)
        if state == "finished":
            return done
        if state == "waits":
            time.sleep(_WAIT)
            continue
        done += 1
        if ran is not None:
            ran(task)


def status(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Returns what is done: {"phases": [{"name", "tasks", "done"}, …], "finished", "summary"}.

    Phases that may not be needed are listed once they are. "summary" is there once the plan is
    finished: {"documents", "kept", "identical", "lexical", "same_sketch", "similar", "candidates",
    "skipped"}. "candidates" counts the pairs that were compared. "skipped" counts the listed
    entries of inputs and records that could not be read.
    """
    known: dict[str, Any] = _whorl.tasks_status(os.fspath(folder))
    return known


if __name__ == "__main__":
    from ._distributed_command import main

    sys.exit(main())
