"""whorl.spark when a driver or executors are killed: the decisions of a call that ran through."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

import corpus
import pytest

import whorl

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'whorl[spark]'")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs java: apt install openjdk-17-jre-headless", allow_module_level=True)

JOB = pathlib.Path(__file__).parent / "spark_job.py"
PACKAGES = pathlib.Path(whorl.__file__).parents[1].absolute()
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGES), "PYSPARK_PYTHON": sys.executable}
PHASES = [
    *("documents", "order", "members", "sketches", "lists"),
    *("round-0/candidates", "round-0/allowed", "round-0/similar", "round-0/settled"),
    *("round-1/candidates", "round-1/settled", "decided", "removed"),
]


def started(folder: pathlib.Path, master: str, name: str, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, JOB, master, "rows.jsonl", name, f"{name}.json", *options]
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdout=log, stderr=log, start_new_session=True
        )


def outcome(folder: pathlib.Path, master: str, name: str, *options: str) -> Any:
    log = folder / f"{name}.log"
    assert started(folder, master, name, *options).wait(timeout=900) == 0, log.read_text()[-5000:]
    return json.loads((folder / f"{name}.json").read_text())


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    rows = [
        {"file": f"file {number // 50:03}", "row": number % 50, "id": str(number), "text": text}
        for number, text in enumerate(corpus.themed(200, 4))
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tmp_path


@pytest.mark.slow
def test_a_driver_is_killed_in_each_phase(folder: pathlib.Path) -> None:
    expected = outcome(folder, "local[2]", "whole")
    for phase in PHASES:
        run = started(folder, "local[2]", "stopped")
        written = folder / "stopped/whorl-dedup" / phase
        while not written.exists() and run.poll() is None:
            time.sleep(0.01)
        assert run.poll() is None, phase
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        assert not (folder / "stopped.json").exists()
    assert outcome(folder, "local[2]", "stopped") == expected


@pytest.mark.slow
def test_an_executor_is_killed_in_each_phase(folder: pathlib.Path) -> None:
    expected = outcome(folder, "local[2]", "whole")
    removed, kept, killed = outcome(folder, "local-cluster[2,1,1024]", "cluster", "--kill")
    assert [removed, kept] == expected[:2]
    assert set(killed) >= set(PHASES)
