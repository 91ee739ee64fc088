"""Threads, processes, sources that fail, full disks and little memory."""

from __future__ import annotations

import errno
import gc
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import whorl
from corpus import rows_of, texts_of

ROWS = rows_of(20)
TEXTS = [text for text in texts_of(21) if text]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the temporary data of the calls alone."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def write_texts(folder: Path) -> Path:
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number:02}.txt").write_text(text)
    return folder


def all_calls(folder: Path) -> dict[str, Callable[[], Any]]:
    """Each call of the package, with what it returns as values that can be compared."""
    folder.mkdir()
    files = write_texts(folder / "files")
    store = whorl.cluster(TEXTS, folder / "store", sketch="all")
    registry = whorl.registry.create(folder / "registry")
    registry.add(TEXTS)
    numbers = iter(range(1_000_000))
    return {
        "fingerprint": lambda: whorl.fingerprint(TEXTS).to_pylist(),
        "sketch": lambda: whorl.sketch(TEXTS).hashes.to_pylist(),
        "passages": lambda: whorl.passages(TEXTS[3], TEXTS[3] + "!").to_pylist(),
        "dedup": lambda: whorl.dedup(ROWS, id="id").removed.to_pylist(),
        "cluster": lambda: whorl.cluster(ROWS, folder / f"store {next(numbers)}")
        .clusters()
        .to_pylist(),
        "query": lambda: store.query(TEXTS[:9]).to_pylist(),
        "documents": lambda: store.documents().to_pylist(),
        "pairs": lambda: store.pairs().to_pylist(),
        "compare": lambda: whorl.compare(files, by="file").passages.to_pylist(),
        "registry add": lambda: registry.add(TEXTS)["unchanged"],
        "registry search": lambda: registry.search(TEXTS[:9]).to_pylist(),
        "registry documents": lambda: len(registry.documents()),
    }


def test_eight_threads_make_all_calls_at_once(tmp_path: Path) -> None:
    calls = all_calls(tmp_path / "all")
    expected = {name: call() for name, call in calls.items()}
    assert all(expected.values())
    work = [*calls.items()] * 4
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda item: (item[0], item[1]()), work))
    assert [name for name, value in found if value != expected[name]] == []


def test_threads_close_what_others_use(tmp_path: Path) -> None:
    """A call that runs when another thread closes the store or registry ends as if it was open."""
    whorl.cluster(TEXTS, tmp_path / "store", sketch="all")
    whorl.registry.create(tmp_path / "registry").add(TEXTS)

    def race(opened: Any, call: Callable[[], Any]) -> tuple[int, int]:
        expected, ended, refused = call(), [], []

        def ask() -> None:
            try:
                while True:
                    ended.append(call() == expected)
            except ValueError as error:
                refused.append(str(error))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        while len(ended) < 4:
            pass
        opened.close()
        for thread in threads:
            thread.join()
        assert all(ended)
        assert len(refused) == 4 and len(set(refused)) == 1 and "is closed" in refused[0]
        return len(ended), len(refused)

    store = whorl.open(tmp_path / "store")
    race(store, lambda: store.query(TEXTS).to_pydict())
    registry = whorl.registry.open(tmp_path / "registry")
    race(registry, lambda: registry.search(TEXTS).to_pydict())
    with whorl.registry.open(tmp_path / "registry", write=True) as writer:
        race(writer, lambda: writer.search(TEXTS).to_pydict())


def kept(rows: list[dict[str, Any]]) -> list[bool]:
    return whorl.dedup(rows).keep.to_pylist()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method: str) -> None:
    expected = kept(ROWS)  # the parent has used its threads
    whorl.sketch(["word " * 400_000])
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(kept, [ROWS] * 4) == [expected] * 4


class SourceError(Exception):
    pass


def failing(after: int) -> Iterator[dict[str, Any]]:
    for number, row in enumerate(ROWS * 400):
        if number == after:
            raise SourceError(f"row {number} failed")
        yield row


@pytest.mark.parametrize("after", [0, 1, 15_000])
def test_the_exception_of_a_source_arrives_as_itself(
    after: int, tmp_path: Path, temporary: Path
) -> None:
    registry = whorl.registry.create(tmp_path / "registry")
    store = whorl.cluster(TEXTS, tmp_path / "grown")
    calls: list[Callable[[], Any]] = [
        lambda: whorl.dedup(failing(after)),
        lambda: whorl.dedup(ROWS, against=failing(after)),
        lambda: whorl.dedup(failing(after), store=tmp_path / "kept"),
        lambda: whorl.cluster(failing(after), tmp_path / "made"),
        lambda: store.add(failing(after), name="more"),
        lambda: registry.add(failing(after)),
    ]
    for call in calls:
        with pytest.raises(SourceError, match=f"^row {after} failed$"):
            call()
    assert list(temporary.iterdir()) == []


def test_a_stopped_store_goes_on_after_the_exception_of_its_source(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        whorl.cluster(failing(15_000), tmp_path / "store")
    with pytest.raises(whorl.Error):
        whorl.open(tmp_path / "store")
    gone_on = whorl.cluster(ROWS * 400, tmp_path / "store")
    whole = whorl.cluster(ROWS * 400, tmp_path / "whole")
    assert gone_on.clusters().to_pydict() == whole.clusters().to_pydict()


def test_a_stream_that_fails(temporary: Path) -> None:
    table = pa.Table.from_pylist(ROWS)

    def batches() -> Iterator[pa.RecordBatch]:
        yield from table.to_batches(max_chunksize=10)
        raise SourceError("the stream broke")

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            reader = pa.RecordBatchReader.from_batches(table.schema, batches())
            return reader.__arrow_c_stream__(requested_schema)

    # pyarrow hands an error through the C interface as a message.
    with pytest.raises(whorl.UnreadableError, match="the stream of texts failed: .*stream broke"):
        whorl.dedup(Stream())
    reader = pa.RecordBatchReader.from_batches(table.schema, batches())
    with pytest.raises(SourceError, match="^the stream broke$"):
        whorl.dedup(reader)
    assert list(temporary.iterdir()) == []


def test_streams_are_read_once() -> None:
    table = pa.table({"text": TEXTS})
    capsule = table.__arrow_c_stream__()

    class Used:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return capsule

    assert len(whorl.dedup(Used()).keep) == len(TEXTS)
    with pytest.raises(whorl.InvalidArgumentError, match="read before: give the data itself"):
        whorl.dedup(Used())
    with pytest.raises(whorl.InvalidArgumentError, match="read before"):
        whorl.fingerprint(Used())


def test_a_source_that_calls_whorl(tmp_path: Path) -> None:
    registry = whorl.registry.create(tmp_path / "registry")
    store = whorl.cluster(TEXTS, tmp_path / "store", sketch="all")
    found = []

    def rows() -> Iterator[str]:
        for text in TEXTS:
            found.append(len(store.query(text)))
            assert whorl.dedup([text, text]).keep.to_pylist() == [True, False]
            registry.search(text)
            yield text

    assert whorl.dedup(rows()).keep.to_pylist() == whorl.dedup(TEXTS).keep.to_pylist()
    assert min(found) > 0
    assert registry.add(rows())["added"] > 10


def test_an_exception_of_the_progress_callback(temporary: Path) -> None:
    def report(phase: str, done: int, total: int) -> None:
        raise SourceError(phase)

    def rows() -> Iterator[str]:
        event = threading.Event()
        for text in TEXTS:
            event.wait(0.02)
            yield text

    with pytest.raises(SourceError):
        whorl.dedup((row for text in rows() for row in [text] * 10_000), progress=report)
    assert list(temporary.iterdir()) == []


def test_a_progress_callback_that_calls_whorl(tmp_path: Path) -> None:
    registry = whorl.registry.create(tmp_path / "registry")
    called = []

    def report(phase: str, done: int, total: int) -> None:
        called.append(len(registry.search(TEXTS[0])))

    texts = [f"{text} {number}" for number in range(60) for text in TEXTS]
    assert registry.add(texts, progress=report)["added"] > 1_000
    whorl.dedup(texts * 3, progress=report)
    assert called


def in_a_process(script: str, *arguments: object, limit: Callable[[], None] | None = None) -> str:
    """What a script prints; it has to end well."""
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(whorl.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        preexec_fn=limit,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


# One call a process, on one thread: glibc ends a process that has no memory for the data of a
# further thread.
OUT_OF_MEMORY = """
import resource, sys
import whorl
big = " ".join(f"word{number}" for number in range(3_000_000))
calls = {
    "fingerprint": lambda: whorl.fingerprint([big] * 5, "words/k=2/winnow:w=1", threads=1),
    "sketch": lambda: whorl.sketch([big] * 5, sketch="all", threads=1),
    "passages": lambda: whorl.passages(big, big),
}
whorl.dedup(["a", "a"])
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * 4096 + (64 << 20), resource.RLIM_INFINITY))
for _ in range(3):
    try:
        calls[sys.argv[1]]()
    except MemoryError:
        print("failed")
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
print(whorl.dedup(["a", "a"]).keep.to_pylist())
"""


@pytest.mark.parametrize("call", ["fingerprint", "sketch", "passages"])
def test_the_interpreter_survives_without_memory(call: str, temporary: Path) -> None:
    assert in_a_process(OUT_OF_MEMORY, call) == "failed\n" * 3 + "[True, False]\n"
    assert list(temporary.iterdir()) == []


FULL_DISK = """
import errno, resource, sys
import whorl
from corpus import texts_of
texts = [f"{text} {number}" for number in range(200) for text in texts_of(21) if text]
for call in (
    lambda: whorl.dedup(texts, sketch="all"),
    lambda: whorl.dedup(texts, sketch="all", store=sys.argv[1] + "/kept"),
    lambda: whorl.cluster(texts, sys.argv[1] + "/made", sketch="all"),
):
    try:
        call()
    except OSError as error:
        assert isinstance(error, whorl.WriteError), error
        print(type(error).__name__, error.errno)
"""


def small_files() -> None:
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def test_files_that_cannot_grow(tmp_path: Path, temporary: Path) -> None:
    said = in_a_process(FULL_DISK, tmp_path, limit=small_files).split()
    assert said[::2] == ["WriteError"] * 3 or said[::2] == ["DiskFullError"] * 3
    assert list(temporary.iterdir()) == []
    texts = [f"{text} {number}" for number in range(200) for text in TEXTS]
    assert len(whorl.cluster(texts, tmp_path / "made", sketch="all")) == len(texts)


def mounted(size: str, folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tmp_path / "small"
    small.mkdir()
    if not mounted("200k", small):
        pytest.skip("only root can mount a small disk")
    try:
        monkeypatch.setenv("TMPDIR", str(small))
        texts = [f"{text} {number}" for number in range(200) for text in TEXTS]
        for store in (None, small / "store"):
            with pytest.raises(whorl.DiskFullError) as caught:
                whorl.dedup(texts, sketch="all", store=store)
            assert caught.value.errno == errno.ENOSPC
            assert isinstance(caught.value, OSError)
        assert [path.name for path in small.iterdir() if path.name != "store"] == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_closed_stores_and_registries(tmp_path: Path) -> None:
    store = whorl.cluster(TEXTS, tmp_path / "store")
    with store:
        pass
    for call in (store.documents, store.clusters, store.pairs, lambda: store.query("a")):
        with pytest.raises(ValueError, match=r"^the store is closed; whorl.open\(\) opens it"):
            call()
    with pytest.raises(ValueError, match="^the store is closed"):
        len(store)
    registry = whorl.registry.create(tmp_path / "registry")
    registry.close()
    registry.close()
    for ask in (registry.documents, lambda: registry.add(["a"]), lambda: registry.search("a")):
        with pytest.raises(ValueError, match="^the registry is closed; open it again$"):
            ask()
    with pytest.raises(ValueError, match="^the registry is closed; open it again$"):
        registry.stats


def test_capsules_and_streams_that_are_dropped(tmp_path: Path) -> None:
    result = whorl.dedup(ROWS * 50, id="id")
    for _ in range(50):
        result.removed.__arrow_c_stream__()
        schema, array = result.keep.__arrow_c_array__()
        del array
        reader = pa.RecordBatchReader.from_stream(result.removed)
        reader.read_next_batch()
        del reader, schema
        pa.RecordBatchReader.from_stream(result.removed).close()
    table = pa.table(result.removed)
    del result
    gc.collect()
    table.validate(full=True)


def test_a_stream_that_is_abandoned(temporary: Path) -> None:
    """The stream is released if the call ends before the stream does."""
    given: list[int] = []
    released = threading.Event()

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            for number in range(100):
                given.append(number)
                yield pa.record_batch({"text": pa.array(TEXTS * 100)})
        finally:
            released.set()

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            schema = pa.schema([("text", pa.string())])
            return pa.RecordBatchReader.from_batches(schema, batches()).__arrow_c_stream__()

    def report(phase: str, done: int, total: int) -> None:
        if given:
            raise SourceError

    with pytest.raises(SourceError):
        whorl.dedup(Stream(), progress=report)
    gc.collect()
    assert released.is_set()
    assert 0 < len(given) < 100
    assert list(temporary.iterdir()) == []


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def check_no_growth(call: Callable[[], Any], times: int) -> None:
    for _ in range(times // 4):
        call()
    gc.collect()
    before = resident()
    for _ in range(times):
        call()
    gc.collect()
    assert resident() - before < 8 << 20


def leaking(tmp_path: Path) -> dict[str, Callable[[], Any]]:
    store = whorl.cluster(TEXTS, tmp_path / "store", sketch="all")
    table = pa.Table.from_pylist(ROWS)

    def fails() -> None:
        with pytest.raises(SourceError):
            whorl.dedup(failing(20))

    def cluster() -> None:
        with whorl.cluster(table, tmp_path / "made") as made:
            made.clusters().to_pylist()
        shutil.rmtree(tmp_path / "made")

    return {
        "dedup": lambda: pa.table(whorl.dedup(table, id="id").removed),
        "dedup of rows": lambda: whorl.dedup(ROWS).kept(),
        "query": lambda: store.query(TEXTS).to_pylist(),
        "cluster": cluster,
        "a source that fails": fails,
    }


CALLS = ["dedup", "dedup of rows", "query", "cluster", "a source that fails"]


@pytest.mark.parametrize("call", ["dedup", "query", "a source that fails"])
def test_nothing_leaks(call: str, tmp_path: Path) -> None:
    check_no_growth(leaking(tmp_path)[call], 100)


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_a_thousand_calls_leak_nothing(call: str, tmp_path: Path) -> None:
    check_no_growth(leaking(tmp_path)[call], 1000)
