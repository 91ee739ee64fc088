#!/usr/bin/env python3
"""Kills `whorl cluster`, `sweep add`, `dedup` and `compare` at random moments and repeats the
command: the result has the same bytes as that of an undisturbed run.

usage: kill_test.py WHORL [KILLS]
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "store"))
from stored_files import names_on_disk, stored_files  # noqa: E402

MADE_ANEW = {"times.json", "store.json", "sweeps.json"}  # what phases took, and where files are
RECORD = ".whorl-output"  # ends the names of what dedup keeps of its outputs, with their times


def write_pages(path: pathlib.Path, documents: int) -> None:
    """Texts; one in three is an edited copy of an earlier one."""
    words = random.Random(1)
    texts = []
    with path.open("w", encoding="ascii") as file:
        for number in range(documents):
            if texts and number % 3 == 0:
                text = words.choice(texts).split()
                text[words.randrange(len(text))] = "edited"
            else:
                text = [f"{words.randrange(1 << 24):x}" for _ in range(150)]
            texts.append(" ".join(text))
            line = {"id": str(number), "url": f"http://h{number % 7}.org/{number}", "text": texts[-1]}
            file.write(json.dumps(line) + "\n")


def write_submissions(path: pathlib.Path, count: int) -> None:
    """Programs of functions; each function is in several."""
    numbers = random.Random(2)
    functions = []
    for name in range(200):
        lines = [f"  int v{i} = {numbers.randrange(1000)} * w{i} + {i};" for i in range(20)]
        functions.append("int f%d(int w) {\n%s\n  return v1;\n}\n" % (name, "\n".join(lines)))
    for number in range(count):
        (path / f"s{number}").mkdir(parents=True)
        (path / f"s{number}/main.c").write_text("".join(numbers.sample(functions, 12)))


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    """Files of the store, and the others but those made anew, and drafts: one whose sweep is whole
    goes with the next add."""
    found = stored_files(folder)
    apart = MADE_ANEW | names_on_disk(folder)
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        anew = path.name in apart or name.startswith("draft-") or name.endswith(RECORD)
        if path.is_file() and not anew:
            found[name] = path.read_bytes()
    return found


def run(command: list[str]) -> float:
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def run_with_kills(command: list[str], seconds: float, kills: int) -> int:
    """Kills within ever longer times, so that every phase is hit; then lets the run end."""
    hit = 0
    for attempt in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            process.wait(seconds * random.random() * (attempt + 1) / kills)
            assert process.returncode == 0, "a resumed run failed"
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            hit += 1
    run(command)
    return hit


def check(name: str, make, folder: pathlib.Path, kills: int) -> None:
    """`make(store)` is the command that fills a store."""
    seconds = run(make(folder / "undisturbed"))
    expected = contents(folder / "undisturbed")
    hit = 0
    for part in range(4):
        store = folder / f"killed{part}"
        command = make(store)
        hit += run_with_kills(command, seconds * 1.2, (kills + 3) // 4)
        found = contents(store)
        assert found.keys() == expected.keys(), (name, found.keys() ^ expected.keys())
        for file, data in expected.items():
            assert found[file] == data, f"{name}: {file} differs"
    print(f"{name}: killed {hit} times, the same {len(expected)} files")
    assert hit > 0, "no run was killed: it is too fast to be hit"


def main() -> None:
    whorl = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = folder / "pages.jsonl"
        write_pages(pages, 6000)

        def cluster(store: pathlib.Path) -> list[str]:
            return [whorl, "cluster", str(pages), "-o", str(store), "--write-pairs", "--memory", "4M"]

        def link(store: pathlib.Path) -> list[str]:
            return [whorl, "cluster", str(pages), "-o", str(store), "--pairs", "linked", "--positions",
                    "--memory", "4M"]

        def sweep(store: pathlib.Path) -> list[str]:
            # The second sweep; the first is whole before anything is killed.
            earlier = folder / "earlier.jsonl"
            earlier.write_text("".join(pages.read_text().splitlines(keepends=True)[1000:4000]))
            run([whorl, "sweep", "add", str(store), "--date", "2026-05-01", str(earlier)])
            return [whorl, "sweep", "add", str(store), "--date", "2026-06-01", str(pages)]

        def first_sweep(store: pathlib.Path) -> list[str]:
            return [whorl, "sweep", "add", str(store), "--date", "2026-06-01", str(pages)]

        def dedup(store: pathlib.Path) -> list[str]:
            store.mkdir(exist_ok=True)
            return [whorl, "dedup", str(pages), "-o", str(store / "kept.jsonl.gz"), "--memory", "4M"]

        def shards(store: pathlib.Path) -> list[str]:
            return [whorl, "dedup", str(halves), "-o", str(store) + "/", "--memory", "4M", "--threads", "3"]

        def passages(store: pathlib.Path) -> list[str]:
            store.mkdir(exist_ok=True)
            return [whorl, "dedup", "--passages", str(pages), "-o", str(store / "cut.jsonl.gz"), "--at-least",
                    "20", "--report", str(store / "report.jsonl"), "--memory", "4M"]

        def compare(store: pathlib.Path) -> list[str]:
            return [whorl, "compare", str(submissions), "-o", str(store), "--limit", "0"]

        halves = folder / "halves"
        halves.mkdir()
        lines = pages.read_text().splitlines(keepends=True)
        (halves / "1.jsonl").write_text("".join(lines[:3000]))
        (halves / "2.jsonl").write_text("".join(lines[3000:]))

        submissions = folder / "submissions"
        write_submissions(submissions, 24)
        for kind in ("cluster", "link", "sweep", "first", "dedup", "shards", "passages", "compare"):
            (folder / kind).mkdir()
        check("cluster", cluster, folder / "cluster", kills)
        check("link", link, folder / "link", kills)
        check("sweep", sweep, folder / "sweep", kills)
        check("first sweep", first_sweep, folder / "first", kills // 2)
        check("dedup", dedup, folder / "dedup", kills)
        check("dedup into a folder", shards, folder / "shards", kills // 2)
        check("dedup --passages", passages, folder / "passages", kills)
        check("compare", compare, folder / "compare", kills)


if __name__ == "__main__":
    main()
