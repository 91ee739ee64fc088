"""The steps of datatrove pipelines decide as dedup does, on any number of tasks."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import whorl

pytest.importorskip("datatrove")
from datatrove.data import Document  # noqa: E402
from datatrove.executor import LocalPipelineExecutor  # noqa: E402
from datatrove.pipeline.base import PipelineStep  # noqa: E402
from datatrove.pipeline.readers import JsonlReader  # noqa: E402
from datatrove.pipeline.writers import JsonlWriter  # noqa: E402

from whorl._datatrove import preference  # noqa: E402
from whorl.datatrove import Cluster, Filter, Sketch  # noqa: E402

FILES = 8


def collection() -> list[dict[str, Any]]:
    """Copies, near-copies in chains, short texts, a null text and empty ones."""
    rng = random.Random(11)
    made = []
    for group in range(60):
        words = [f"w{rng.randrange(3000)}" for _ in range(rng.choice((12, 60, 400)))]
        for copy in range(rng.choice((1, 2, 6))):
            text = list(words)
            for _ in range(copy * len(words) // 40):
                text[rng.randrange(len(text))] = f"n{rng.randrange(9999)}"
            made.append({"text": " ".join(text), "id": f"g{group}-{copy}", "score": rng.random()})
            words = text if rng.random() < 0.5 else words
        made.append({**made[-1], "id": f"g{group}-again", "score": rng.random()})
    made += [{"text": "", "id": f"empty{n}", "score": 0.0} for n in range(3)]
    rng.shuffle(made)
    return made


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    rows = collection()
    for part in range(FILES):
        lines = (json.dumps(row) + "\n" for row in rows[part::FILES])
        (folder / f"{part:02d}.jsonl").write_text("".join(lines))
    return folder


def run(work: Path, name: str, steps: list[Any], tasks: int, workers: int = 1) -> None:
    LocalPipelineExecutor(
        steps, tasks=tasks, workers=workers, logging_dir=str(work / "logs" / name)
    ).run()


def reader(inputs: Path) -> Any:
    return JsonlReader(str(inputs), doc_progress=False)


def filtered(inputs: Path, work: Path, tasks: int) -> tuple[list[Any], list[Any]]:
    """The kept and the dropped documents."""
    writers = [JsonlWriter(str(work / name), compression=None) for name in ("kept", "dropped")]
    run(
        work,
        "filter",
        [reader(inputs), Filter(str(work / "decisions"), writers[1]), writers[0]],
        tasks,
    )
    return rows_of(work / "kept"), rows_of(work / "dropped")


def rows_of(folder: Path) -> list[Any]:
    files = sorted(folder.glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def steps(inputs: Path, work: Path, tasks: int, workers: int = 1, **options: Any) -> Any:
    sketch = Sketch(str(work / "stores"), **options)
    run(work, "sketch", [reader(inputs), sketch], tasks, workers)
    run(work, "cluster", [Cluster(str(work / "stores"), str(work / "decisions"), "64M")], 1)
    return filtered(inputs, work, tasks)


def expected(inputs: Path, **options: Any) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The kept ids and the removed rows, as dedup decides on all documents at once."""
    rows = [
        json.loads(line) for file in sorted(inputs.iterdir()) for line in open(file)
    ]
    rows = [row for row in rows if row["text"]]  # the reader leaves out empty texts
    for row in rows:
        row["preference"] = preference(Document(text=row["text"], id=row["id"]))
    result = whorl.dedup(rows, id="id", **{"survivor": "field:preference", **options})
    kept = [row["id"] for row, keep in zip(rows, result.keep.to_pylist(), strict=True) if keep]
    return sorted(kept), {row["id"]: row for row in result.removed.to_pylist()}


@pytest.mark.parametrize("link", ["survivor", "single"])
def test_any_number_of_tasks_decides_as_dedup(inputs: Path, tmp_path: Path, link: str) -> None:
    kept_ids, removed = expected(inputs, link=link)
    assert 40 < len(kept_ids) < 120 and len(removed) > 80
    for tasks in (1, 2, 4, 11):
        work = tmp_path / str(tasks)
        kept, dropped = steps(inputs, work, tasks, min(tasks, 2), link=link)
        assert sorted(row["id"] for row in kept) == kept_ids, tasks
        assert {row["id"] for row in dropped} == set(removed)
        for row in dropped:
            metadata, decision = row["metadata"], removed[row["id"]]
            assert metadata["kept_id"] == decision["kept_id"]
            assert metadata["resemblance"] == pytest.approx(decision["resemblance"])
            assert metadata["contained"] == pytest.approx(decision["contained"])
            by_order = {"identical", "lexical", "sketch"}  # which of equals was read first
            assert metadata["filter_reason"] == decision["reason"] or by_order & {
                metadata["filter_reason"],
                decision["reason"],
            }
            kept_file = work / "stores" / f"{metadata['kept_rank']:05d}"
            with whorl.open(kept_file) as store:
                ids = {r["row"]: r["id"] for r in store.documents().to_pylist()}
            assert ids[metadata["kept_row"]] == metadata["kept_id"]


def test_options_are_those_of_dedup(inputs: Path, tmp_path: Path) -> None:
    for number, options in enumerate(
        (
            {"containment": 0.8, "resemblance": 0.0},
            {"survivor": "field:score"},
            {"resemblance": 0.8, "shingle": 3, "sketch": "all"},
        )
    ):
        kept, _ = steps(inputs, tmp_path / str(number), 3, **options)
        same = {**options, "survivor": options.get("survivor", "field:preference")}
        assert sorted(row["id"] for row in kept) == expected(inputs, **same)[0], options


def test_rows_without_a_text_are_dropped(tmp_path: Path) -> None:
    texts = ["a b c d e f g h", None, "a \ud800 b", "", "a b c d e f g h", None]
    documents = [Document(text=text, id=f"d{n}") for n, text in enumerate(texts)]
    sketch = Sketch(str(tmp_path / "stores"), threads=1)
    sketch.run(iter(documents), 0, 3)
    sketch.run(iter([]), 1, 3)
    sketch.run(iter(documents[1:3]), 2, 3)  # each of them is skipped
    Cluster(str(tmp_path / "stores"), str(tmp_path / "out")).run()
    kept = [
        [document.id for document in Filter(str(tmp_path / "out")).run(iter(some), rank, 3)]
        for rank, some in enumerate((documents, [], documents[1:3]))
    ]
    copy = max(documents[0], documents[4], key=preference)
    assert kept == [sorted(["d3", copy.id]), [], []]
    assert not documents[0].metadata or not documents[4].metadata


class Stops(PipelineStep):
    """Fails at a document: by an exception, or by a signal that kills the process."""

    type = "TEST"
    name = "stops"

    def __init__(self, at: int, marker: str, kill: bool) -> None:
        super().__init__()
        self.at, self.marker, self.kill = at, marker, kill

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        import os

        for number, document in enumerate(data):
            if number == self.at and not Path(self.marker).exists():
                Path(self.marker).touch()
                if self.kill:
                    os.killpg(0, signal.SIGKILL)  # the executor has a process of its own
                raise RuntimeError("stopped by the test")
            yield document


@pytest.mark.parametrize("at", [0, 30])
def test_a_task_with_an_exception_goes_on(inputs: Path, tmp_path: Path, at: int) -> None:
    stops = Stops(at, str(tmp_path / "marker"), kill=False)
    sketch = Sketch(str(tmp_path / "stores"))
    with pytest.raises(RuntimeError, match="by the test"):
        run(tmp_path, "sketch", [reader(inputs), stops, sketch], 2)
    with pytest.raises(whorl.InvalidArgumentError, match="00000.json is missing"):
        Cluster(str(tmp_path / "stores"), str(tmp_path / "decisions")).run()
    kept, _ = steps(inputs, tmp_path, 2)
    assert sorted(row["id"] for row in kept) == expected(inputs)[0]


PIPELINE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import test_adapter_datatrove as t
work, inputs = Path(sys.argv[1]), Path(sys.argv[2])
stops = t.Stops(30, str(work / "marker"), kill=True)
t.run(work, "sketch", [t.reader(inputs), stops, t.Sketch(str(work / "stores"))], 2)
"""


def test_a_killed_task_goes_on(inputs: Path, tmp_path: Path) -> None:
    program = PIPELINE.format(tests=str(Path(__file__).parent))
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path), str(inputs)],
        check=False,
        start_new_session=True,
    )
    assert killed.returncode == -signal.SIGKILL
    kept, _ = steps(inputs, tmp_path, 2)
    assert sorted(row["id"] for row in kept) == expected(inputs)[0]


MERGE = """
import os, signal, sys, threading
from whorl.datatrove import Cluster
from whorl import _datatrove
if sys.argv[3] == "write":
    def die(self):
        self._folder and open(os.path.join(self._folder, "00000.jsonl"), "a").write("half a li")
        os.kill(os.getpid(), signal.SIGKILL)
    _datatrove.DecisionWriter._flush = die
else:
    threading.Timer(float(sys.argv[3]), os.kill, (os.getpid(), signal.SIGKILL)).start()
Cluster(sys.argv[1], sys.argv[2]).run()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("when", ["write", "0.002", "0.02", "0.1"])
def test_a_killed_merge_goes_on(inputs: Path, tmp_path: Path, when: str) -> None:
    run(tmp_path, "sketch", [reader(inputs), Sketch(str(tmp_path / "stores"))], 4)
    folders = [str(tmp_path / name) for name in ("stores", "decisions")]
    killed = subprocess.run(
        [sys.executable, "-c", MERGE, *folders, when], capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    kept, _ = steps(inputs, tmp_path, 4)
    assert sorted(row["id"] for row in kept) == expected(inputs)[0]


def test_what_does_not_fit_is_reported(inputs: Path, tmp_path: Path) -> None:
    documents = [Document(text=f"a b c d e f {n}", id=str(n)) for n in range(5)]
    stores, out = str(tmp_path / "stores"), str(tmp_path / "out")
    Sketch(stores).run(iter(documents), 0, 1)
    with pytest.raises(whorl.InvalidArgumentError, match="shingle"):
        Sketch(stores, shingle=7).run(iter(documents), 0, 1)
    with pytest.raises(whorl.InvalidArgumentError, match="whorl cluster first"):
        list(Filter(out).run(iter(documents)))
    Cluster(stores, out).run()
    with pytest.raises(whorl.InvalidArgumentError, match="tasks=2"):
        list(Filter(out).run(iter(documents), 0, 2))
    with pytest.raises(whorl.InvalidArgumentError, match="has 4 documents"):
        list(Filter(out).run(iter(documents[1:])))
    with pytest.raises(whorl.InvalidArgumentError, match="one task"):
        Cluster(stores, out).run(None, 0, 2)
    with pytest.raises(whorl.UnsupportedError, match="local or shared"):
        Sketch("memory://stores")
    with pytest.raises(whorl.InvalidArgumentError, match="memory"):
        Cluster(stores, out, memory="2 sheep")
