"""A call on large input, which a test interrupts: python interrupted.py CALL FOLDER [undisturbed].

Prints "ready", then "interrupted TIME" or "done TIME", by the clock that all processes share.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import whorl

FOLDER = Path(sys.argv[2])
WORDS = [f"word{number}" for number in range(20_000)]


def text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(WORDS, k=words))


def documents(count: int = 30_000, words: int = 150, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    made: list[str] = []
    for _ in range(count):
        if made and rng.random() < 0.3:
            made.append(made[rng.randrange(len(made))] + " " + text(rng, 10))
        else:
            made.append(text(rng, words))
    return made


def large(count: int, words: int) -> list[str]:
    rng = random.Random(2)
    return [text(rng, words) for _ in range(count)]


def slow_rows() -> Iterator[dict[str, Any]]:
    for one in documents(20_000, 20):
        time.sleep(0.001)
        yield {"text": one}


def files(name: str) -> Path:
    folder = FOLDER / name
    if not folder.exists():
        folder.mkdir()
        for number, one in enumerate(documents(600, 2_500)):
            (folder / f"{number:04}.txt").write_text(one)
    return folder


def code(size: int, seed: int) -> str:
    """A program of about `size` bytes that shares half of its functions with other seeds."""
    rng, common = random.Random(seed), random.Random(0)

    def function(by: random.Random, number: int) -> str:
        lines = [
            f"  x{by.randrange(400)} = x{by.randrange(400)} * {by.randrange(10**6)} + g(a, b);"
            for _ in range(by.randrange(5, 30))
        ]
        return f"int f{number}(int a, int b) {{\n" + "\n".join(lines) + "\n}\n"

    shared = [function(common, number) for number in range(1_000)]
    made, written = [], 0
    while written < size:
        made.append(rng.choice(shared) if rng.random() < 0.5 else function(rng, len(made)))
        written += len(made[-1])
    return "".join(made)


def programs(count: int, size: int) -> Path:
    folder = FOLDER / "programs"
    if not folder.exists():
        folder.mkdir()
        for number in range(count):
            (folder / f"{number:03}.c").write_text(code(size, number + 1))
    return folder


def registry() -> Any:
    opened = whorl.registry.create(FOLDER / "registry")
    opened.add(documents(1_500))
    return opened


# What a call needs beforehand, and the call.
CALLS: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "fingerprint": (lambda: large(100, 60_000), whorl.fingerprint),
    "fingerprint of one text": (lambda: large(1, 4_000_000), whorl.fingerprint),
    "fingerprint of many texts": (lambda: large(1, 3) * 8_000_000, whorl.fingerprint),
    "sketch": (lambda: large(100, 60_000), lambda texts: whorl.sketch(texts, sketch="all")),
    "sketch of one text": (
        lambda: large(1, 4_000_000),
        lambda texts: whorl.sketch(texts, sketch="all"),
    ),
    "passages": (lambda: large(2, 1_000_000), lambda texts: whorl.passages(*texts)),
    "to_pylist": (
        lambda: whorl.fingerprint(large(10, 600_000), "words/k=3/winnow:w=2"),
        lambda array: array.to_pylist(),
    ),
    "passages of code": (
        lambda: (code(3_000_000, 1), code(3_000_000, 2)),
        lambda texts: whorl.passages(*texts, "code:c/k=12/winnow:w=5"),
    ),
    "dedup": (documents, whorl.dedup),
    "dedup of long texts": (
        lambda: large(3, 3_500_000),
        lambda texts: whorl.dedup(texts, sketch="all"),
    ),
    "dedup by all": (documents, lambda rows: whorl.dedup(rows, sketch="all", memory="64M")),
    "dedup of a slow source": (slow_rows, whorl.dedup),
    "dedup with a store": (documents, lambda rows: whorl.dedup(rows, store=FOLDER / "store")),
    "dedup of paths": (lambda: files("in"), whorl.dedup),
    "cluster of few": (
        lambda: documents(6_000),
        lambda rows: whorl.cluster(rows, FOLDER / "store"),
    ),
    "cluster": (documents, lambda rows: whorl.cluster(rows, FOLDER / "store")),
    "cluster by all": (documents, lambda rows: whorl.cluster(rows, FOLDER / "store", sketch="all")),
    "add": (
        lambda: FOLDER / "store" if (FOLDER / "store").exists() else whorl.cluster(
            documents(2_000, seed=3), FOLDER / "store"
        ).path,
        lambda path: whorl.add(documents(), path, name="more"),
    ),
    "query": (
        lambda: (whorl.cluster(documents(5_000), FOLDER / "store"), documents(2_000)),
        lambda made: made[0].query(made[1]),
    ),
    "compare": (lambda: files("hand-ins"), whorl.compare),
    "compare of programs": (lambda: programs(40, 30_000), whorl.compare),
    "compare of long programs": (lambda: programs(3, 2_000_000), whorl.compare),
    "registry add": (
        lambda: (whorl.registry.create(FOLDER / "registry"), documents()),
        lambda made: made[0].add(made[1]),
    ),
    "registry search": (
        lambda: (registry(), documents()),
        lambda made: made[0].search(made[1]),
    ),
}


def main() -> None:
    prepare, call = CALLS[sys.argv[1]]
    prepared = prepare()
    try:
        print("ready", flush=True)
        call(prepared)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # A later one would end the process that exits.
        print("done", time.monotonic(), flush=True)
    except KeyboardInterrupt:
        print("interrupted", time.monotonic(), flush=True)


if __name__ == "__main__":
    main()
