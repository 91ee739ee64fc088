#!/usr/bin/env python3
"""Disturbs every command that writes, damages its output, and counts the results.

usage: torture.py BUILD [--minutes M] [--seed N] [--only PART]... [--json FILE] [--write DOCUMENT]

Each part has its share of the time. A command may succeed, or refuse with a sentence and status
3; then the same command, given again, must succeed. These are defects: wrong (status 0
with another result, or an error without a sentence), crashed, hung, lost (an input changed, or the
repeated command does not succeed). Exits with status 1 if there was one.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import disturbances
import neighbours
import served
import streams
import watched
from jobs import JOBS, Workshop
from outcomes import BAD, GOOD, Tally

HERE = pathlib.Path(__file__).resolve().parent
BEGIN, END = "<!-- torture: begin -->", "<!-- torture: end -->"


def inside(part):
    """A part that works on the jobs of this process."""
    return lambda bench, tally: part(bench.shop, bench.jobs, tally, bench.rng)


def with_failing_calls(part):
    """A part that also preloads the library that makes calls fail."""
    def run(bench, tally: Tally) -> None:
        library = bench.build / "lib/failing_io.so"
        if library.exists():
            part(bench.shop, bench.jobs, tally, bench.rng, library)
        else:
            tally.notes["missing"] = "failing_io"
    return run


def program(name: str, *arguments: str):
    """A part that is a program of its own: it fails with a status, and says in its last lines what
    it did. {seed}, {whorl} and {count}, made for the time there is, are put in."""
    def part(bench, tally: Tally) -> None:
        path = HERE / name if name.endswith(".py") else bench.build / "bin" / name
        if not path.exists():
            tally.notes["missing"] = name
            return
        seconds = tally.deadline - tally.began
        words = [word.format(seed=bench.seed, whorl=bench.shop.whorl, count=max(3, int(seconds * 3)),
                             seconds=int(seconds)) for word in arguments]
        start = [sys.executable] if name.endswith(".py") else []
        done = subprocess.run([*start, path, *words], cwd=bench.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        read_counts(done.stdout, tally)
        if done.returncode != 0 and not any(tally.counts[verdict] for verdict in BAD):
            tally.add("wrong", f"{name}: {done.stdout[-600:]}")
        tally.accounts += accounts_of(done.stdout)
    return part


def accounts_of(output: str) -> list[str]:
    """The lines that name a failure, and what a GoogleTest program says of its first one."""
    lines = output.splitlines()
    first = next((i for i, line in enumerate(lines) if line.endswith(": Failure")), len(lines))
    return lines[first:first + 8] + [line for line in lines if is_account(line)][:20]


def is_account(line: str) -> bool:
    return bool(re.search(r"\b(WRONG|CRASHED|HUNG|LOST|FAILED|STATUS|MEMORY|SILENT|MISSED|UNSOUND|DEADEND)\b",
                          line))


def read_counts(text: str, tally: Tally) -> None:
    """`3 right, 1 CRASHED` anywhere in the last lines, `ok`/`FAILED` or `[ OK ]` at their begin."""
    for line in text.splitlines()[-3:]:
        for count, word in re.findall(r"(\d+) (right|refused|WRONG|CRASHED|HUNG|LOST)\b", line):
            if not line.startswith("mutations that failed"):
                tally.counts[word.lower()] += int(count)
    if not tally.counts:
        tally.counts["right"] += len(re.findall(r"^(?:ok\b|\[       OK \])", text, re.M))
        tally.counts["wrong"] += len(re.findall(r"^(?:FAILED\b|\[  FAILED  \].*\()", text, re.M))


# The share of the time of each.
PARTS = {
    "mutated stores": (5, program("mutate_store.py", "{whorl}", "--seed", "{seed}", "--count",
                                  "{count}")),
    "kills": (5, inside(disturbances.kills)),
    "failing calls": (8, with_failing_calls(disturbances.failing_calls)),
    "spilling": (3, with_failing_calls(disturbances.spilling)),
    "serve": (2, with_failing_calls(served.served)),
    "watch": (1, with_failing_calls(watched.watched)),
    "full disk": (2, inside(disturbances.full_disk)),
    "small disks": (2, inside(disturbances.small_disks)),
    "two writers": (1, inside(neighbours.two_writers)),
    "different writers": (1, inside(neighbours.different_writers)),
    "readers beside a writer": (1, inside(neighbours.readers)),
    "ulimit -v": (2, inside(disturbances.little_memory)),
    "failing allocations": (1, program("allocation_failure_test", "--gtest_brief=0")),
    "hostile inputs": (1, program("peak_memory.py", "{whorl}")),
    "interrupts": (1, program("../cli/interrupt_test.py", "{whorl}", "8")),
    "pipes": (1, inside(streams.pipes)),
    "odd files": (1, program("odd_files.py", "{whorl}")),
    "growth": (3, program("growth.py", "{whorl}", "--seconds", "{seconds}", "--seed", "{seed}")),
}
ALWAYS_WHOLE = ("failing allocations", "hostile inputs", "interrupts", "odd files")  # take what they take


class Bench:
    """What the parts share."""

    def __init__(self, build: pathlib.Path, folder: pathlib.Path, seed: int):
        self.build = build
        self.folder = folder
        self.seed = seed
        self.rng = random.Random(seed)
        self.shop = Workshop(build / "bin/whorl", folder, 100, seed)
        self.jobs = self.shop.learn(JOBS)


def torture(bench: Bench, names: list[str], minutes: float) -> dict[str, Tally]:
    shares = sum(PARTS[name][0] for name in names)
    tallies = {}
    for name in names:
        share, part = PARTS[name]
        tallies[name] = Tally(60 * minutes * share / shares)
        part(bench, tallies[name])
        print(row(name, tallies[name]), flush=True)
        for account in tallies[name].accounts[:20]:
            print(f"    {account}", flush=True)
    return tallies


def row(name: str, tally: Tally) -> str:
    if missing := tally.notes.get("missing"):
        return f"{name:24} missing: {missing}"
    counts = " ".join(f"{tally.counts[verdict]:7}" for verdict in GOOD + BAD)
    notes = ", ".join(f"{count} {what}" for what, count in tally.notes.items())
    return f"{name:24} {sum(tally.counts.values()):7} {counts} {tally.seconds():6.0f} s  {notes}"


def as_table(tallies: dict[str, Tally], minutes: float, seed: int) -> str:
    today = datetime.date.today().isoformat()
    lines = [f"`./dev torture {minutes:g}` with seed {seed} on {today}:", "",
             "| part | tried | right | refused | wrong | crashed | hung | lost |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, tally in tallies.items():
        if "missing" in tally.notes:
            continue
        counts = " | ".join(f"{tally.counts[verdict]:,}" for verdict in GOOD + BAD)
        lines.append(f"| {name} | {sum(tally.counts.values()):,} | {counts} |")
    if "kills" in tallies:
        lines += ["", f"Commands were killed {tallies['kills'].notes['kills']:,} times."]
    if places := tallies.get("failing calls") and tallies["failing calls"].notes.get("places"):
        tried = tallies["failing calls"].notes["tried"]
        lines += [f"Of {places:,} possible failures of calls, the test tried {tried:,}."]
    return "\n".join(lines)


def write_into(document: pathlib.Path, table: str) -> None:
    text = document.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN, 1)
    document.write_text(f"{head}{BEGIN}\n{table}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")


def in_memory() -> str | None:
    """Where writing does not wait for a disk: the faults are made, not waited for."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--only", action="append", choices=PARTS, default=[])
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path, help="the document that gets the table")
    options = parser.parse_args()
    names = options.only or [name for name in PARTS
                             if options.minutes >= 2 or name not in ALWAYS_WHOLE]
    print(f"seed {options.seed}\n{'':24} {'tried':>7} "
          + " ".join(f"{verdict:>7}" for verdict in GOOD + BAD), flush=True)
    with tempfile.TemporaryDirectory(dir=in_memory()) as folder:
        bench = Bench(options.build.resolve(), pathlib.Path(folder), options.seed)
        tallies = torture(bench, names, options.minutes)
    if options.json:
        options.json.write_text(json.dumps({
            "seed": options.seed, "minutes": options.minutes,
            "parts": {name: {**tally.counts, **tally.notes, "accounts": tally.accounts}
                      for name, tally in tallies.items()}}, indent=1), encoding="utf-8")
    if options.write:
        write_into(options.write, as_table(tallies, options.minutes, options.seed))
    return 1 if any(tally.counts[verdict] for tally in tallies.values() for verdict in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
