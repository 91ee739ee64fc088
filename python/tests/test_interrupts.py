"""Ctrl-C ends each call at once, and a store goes on with the same call."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import whorl

SCRIPT = Path(__file__).with_name("interrupted.py")
AT_MOST = 0.5
"""Seconds. The slow tests allow one in five signals to take longer, up to four times: other work may
have the cores at that moment. The others measure no time: machines that test are shared."""

CALLS = [
    *("dedup", "dedup of a slow source", "fingerprint of many texts"),
    *("compare", "passages", "sketch of one text"),
]
SLOW_CALLS = [
    *("fingerprint", "fingerprint of one text", "sketch", "to_pylist", "dedup by all"),
    *("dedup with a store", "dedup of paths", "cluster", "cluster by all", "add"),
    *("passages of code", "compare of programs", "compare of long programs"),
    *("dedup of long texts", "query", "registry add", "registry search"),
]


def begin(call: str, folder: Path) -> subprocess.Popen[str]:
    """The process that makes a call, which begins now."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), call, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str]) -> tuple[str, float]:
    """What became of the call, and when."""
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    what, when = said.split()
    return what, float(when)


def interrupt(call: str, folder: Path, delay: float) -> float | None:
    """The seconds from the signal to KeyboardInterrupt; None if the call had ended."""
    process = begin(call, folder)
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    what, when = end(process)
    return when - sent if what == "interrupted" else None


def waits_of(call: str, folder: Path, delays: list[float]) -> list[float]:
    """The seconds from each signal to KeyboardInterrupt, in order; no call leaves hidden files."""
    waits = []
    for number, delay in enumerate(delays):
        here = folder / str(number)
        here.mkdir()
        waits.append(interrupt(call, here, delay))
        assert list(here.glob(".*")) == []
    measured = sorted(wait for wait in waits if wait is not None)
    assert measured, "no signal came in time"
    return measured


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary data of the calls alone."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.parametrize("call", CALLS)
def test_a_signal_ends_a_call(call: str, tmp_path: Path, temporary: Path) -> None:
    waits_of(call, tmp_path, [0, 0.3])
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("call", [*CALLS, *SLOW_CALLS])
def test_signals_at_any_moment(call: str, tmp_path: Path, temporary: Path) -> None:
    (tmp_path / "undisturbed").mkdir()
    process = begin(call, tmp_path / "undisturbed")
    began = time.monotonic()
    took = min(end(process)[1] - began, 5.0)
    rng = random.Random(call)
    waits = waits_of(call, tmp_path, [rng.random() * 0.8 * took for _ in range(10)])
    print(f"{call}: {' '.join(f'{wait:.2f}' for wait in waits)} s")
    assert waits[-1] < 4 * AT_MOST
    assert sum(wait > AT_MOST for wait in waits) <= 2
    assert list(temporary.iterdir()) == []


def contents(store: Path) -> dict[str, object]:
    """What a store has: its files without the checksums, which depend on a random name, and
    without the clock (docs/format.md)."""
    manifest = json.loads((store / "store.json").read_text())
    files = manifest.pop("files")["files"]
    del manifest["checksum"]
    found: dict[str, object] = {"store.json": manifest}
    for name, entry in files.items():
        found[name] = blocks((store / entry["name"]).read_bytes())
    for name in ("clusters.jsonl", "stats.json"):
        found[name] = (store / name).read_bytes()
    return found


HEAD, BLOCK, CHECKSUM = 56, 4096, 8


def blocks(data: bytes) -> bytes:
    size = BLOCK + CHECKSUM
    return b"".join(data[at : at + BLOCK] for at in range(HEAD, len(data), size))


def stopped_often(call: str, folder: Path, delays: list[float]) -> int:
    """Makes a call again and again until it ends. Returns how often it was stopped."""
    stopped = 0
    for delay in delays:
        if interrupt(call, folder, delay) is None:
            return stopped
        stopped += 1
    what, _ = end(begin(call, folder))
    assert what == "done"
    return stopped


def check_continued(call: str, tmp_path: Path, delays: list[float]) -> None:
    folders = tmp_path / "undisturbed", tmp_path / "stopped"
    for folder in folders:
        folder.mkdir()
    if call == "add":  # to the same store
        for folder in folders:
            whorl.cluster(["a b c d e f g h i", "another text of some words"], folder / "store")
    assert end(begin(call, folders[0]))[0] == "done"
    assert stopped_often(call, folders[1], delays) > 0
    expected, found = (contents(folder / "store") for folder in folders)
    assert list(found) == list(expected) and len(found) > 5
    assert [name for name in expected if found[name] != expected[name]] == []


def test_a_stopped_store_goes_on(tmp_path: Path) -> None:
    check_continued("cluster of few", tmp_path, [0.05, 0.15])


@pytest.mark.slow
@pytest.mark.parametrize("call", ["cluster", "cluster by all", "dedup with a store", "add"])
@pytest.mark.parametrize("seed", range(3))
def test_stores_that_are_stopped_often(call: str, seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    check_continued(call, tmp_path, [rng.random() * 1.5 for _ in range(4)])
