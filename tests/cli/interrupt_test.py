#!/usr/bin/env python3
"""Ctrl-C at random moments of every long command: how soon it ends, how, and what it leaves.

usage: interrupt_test.py WHORL [MOMENTS [SECONDS]]

MOMENTS a command, default 6; SECONDS within which 99 of 100 end, default 1.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LATE_OF_100 = 1  # at most this many may take longer


def write_pages(path: pathlib.Path, documents: int, seed: int) -> None:
    words = random.Random(seed)
    texts: list[str] = []
    with path.open("w", encoding="ascii") as file:
        for number in range(documents):
            if texts and number % 2 == 0:
                text = words.choice(texts).split()
                text[words.randrange(len(text))] = "edited"
            else:
                text = [f"{words.randrange(1 << 24):x}" for _ in range(300)]
            texts.append(" ".join(text))
            file.write(json.dumps({"id": f"{seed}.{number}", "url": f"http://h/{seed}/{number}", "text": texts[-1]}) + "\n")


def write_submissions(folder: pathlib.Path, count: int) -> None:
    numbers = random.Random(3)
    functions = ["int f%d(int w) {\n%s\n  return v1;\n}\n" % (name, "\n".join(f"  int v{i} = {numbers.randrange(1000)} * w{i} + {i};" for i in range(20)))
                 for name in range(400)]  # fmt: skip
    for number in range(count):
        (folder / f"s{number}").mkdir(parents=True)
        (folder / f"s{number}/main.c").write_text("".join(numbers.sample(functions, 40)))


def interrupt(command: list[str], moment: float, stdin) -> tuple[float, int]:
    """Seconds from the signal to the end, and the status; no seconds where it had ended before."""
    # What runs in the background of a shell has the signal ignored, and would hand that on.
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=heard)
    try:
        process.wait(moment)
        return 0.0, process.returncode
    except subprocess.TimeoutExpired:
        pass
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    try:
        process.wait(60)
    finally:
        process.kill()
    return time.monotonic() - start, process.returncode


def main() -> None:
    whorl = str(pathlib.Path(sys.argv[1]).resolve())
    moments = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    within = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    chance = random.Random(int(os.environ.get("SEED", "1")))
    wrong: list[str] = []
    late: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages, other = folder / "pages.jsonl", folder / "other.jsonl"
        write_pages(pages, 12000, 1)
        write_pages(other, 12000, 2)
        write_submissions(folder / "submissions", 200)
        run = lambda *words: subprocess.run([whorl, *words], check=True, stdout=subprocess.DEVNULL)
        for store, source in (("one", pages), ("two", other)):
            run("cluster", str(source), "-o", str(folder / store))
        out = folder / "out"
        commands = {
            "cluster": ["cluster", str(pages), "-o", str(out), "--write-pairs"],
            "cluster, little memory": ["cluster", str(pages), "-o", str(out), "--memory", "8M"],
            "cluster --pairs linked": ["cluster", str(pages), "-o", str(out), "--pairs", "linked"],
            "recluster": ["recluster", str(out), "-r", "0.8"],
            "merge": ["merge", str(folder / "one"), str(folder / "two"), "-o", str(out)],
            "dedup": ["dedup", str(pages), "-o", str(folder / "kept.jsonl.gz")],
            "dedup to a pipe": ["dedup", str(pages), "-o", "-"],
            "sweep add": ["sweep", "add", str(out), "--date", "2026-05-01", str(pages)],
            "compare": ["compare", str(folder / "submissions"), "-o", str(out), "--limit", "0"],
            "fingerprint": ["fingerprint", str(folder / "submissions"), "-o", str(folder / "out.segment")],
            "cluster of a silent pipe": ["cluster", "-", "-o", str(out)],
            "dedup of a silent pipe": ["dedup", "-", "-o", str(folder / "kept.jsonl.gz")],
            "cluster of a list in a silent pipe": ["cluster", "--files-from", "-", "-o", str(out)],
            "sweep add of a list in a silent pipe": ["sweep", "add", str(out), "--date", "2026-05-01", "--files-from", "-"],
        }
        silent, _writer = os.pipe()
        for kind, words in commands.items():
            stdin = silent if "silent" in kind else subprocess.DEVNULL
            seconds = 1.0
            for moment in range(-1, moments):
                shutil.rmtree(out, ignore_errors=True)
                for path in folder.glob("kept.*"):
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                if kind == "recluster":
                    shutil.copytree(folder / "one", out)
                if moment < 0:
                    if stdin != silent:
                        begin = time.monotonic()
                        subprocess.run([whorl, *words], check=True, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                        seconds = time.monotonic() - begin
                    continue
                tried += 1
                at = chance.random() * seconds
                took, status = interrupt([whorl, *words], at, stdin)
                if took > within:
                    late.append(f"{kind}: {took:.2f} s after an interrupt at {at:.2f} of {seconds:.2f} s")
                if status not in (0, 130, -signal.SIGINT):
                    wrong.append(f"{kind}: status {status} after an interrupt at {at:.2f} of {seconds:.2f} s")
                left = [str(path) for path in folder.rglob("spill")] + [str(path) for path in folder.rglob("*.new")]
                if left:
                    wrong.append(f"{kind}: interrupted at {at:.2f} of {seconds:.2f} s it left {left}")
    for line in wrong + late:
        print(line)
    print(f"{tried} interrupts, {len(late)} of them late: {tried - len(wrong)} right, {len(wrong)} WRONG")
    sys.exit(bool(wrong) or len(late) * 100 > tried * LATE_OF_100)


if __name__ == "__main__":
    main()
