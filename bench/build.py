#!/usr/bin/env python3
"""What it costs to build and test whorl: this commit beside an earlier one, in the same run.

    bench/build.py [--commit HASH] [--only PART,…] [--without-earlier]

Each part runs in a fresh clone in a temporary folder, without a compiler cache, alternating between the
commits. Parts:

    demo   ./dev demo
    all    configuring and building every release target with the tests
    test   ./dev test, its cold build included
    room   ./dev test repeats after one source of the room changed, after a first such run
    ci     .ci/run after a change in src/jobs/repeats (ours only)
    base   .ci/run after a change in src/base (ours only)

The table has wall time, user and system time, and the memory of the largest compiler process. Everything
takes hours; `--only demo` takes a quarter of an hour on two cores.
"""

import argparse
import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EARLIER = "ae5003b"
PARTS = ("demo", "all", "test", "room", "ci", "base")
OURS_ONLY = ("room", "ci", "base")
ROOMS = {"ci": "repeats", "base": "base", "room": "repeats"}


@dataclasses.dataclass
class Cost:
    wall: float
    processor: float
    compiler_mb: float
    status: int


def wrapped_compiler(folder: pathlib.Path) -> pathlib.Path:
    """A compiler that appends the memory of each of its runs, in kilobytes, to the file `memory`."""
    wrapper = folder / "c++"
    wrapper.write_text(f'#!/bin/sh\nexec /usr/bin/time -a -o {folder}/memory -f %M {shutil.which("c++")} "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


def run(command: list[str], clone: pathlib.Path) -> Cost:
    """Runs a command in the clone. Its output goes to the file `log` next to the clone."""
    (clone.parent / "memory").unlink(missing_ok=True)
    environment = dict(os.environ, CCACHE_DISABLE="1", CXX=str(wrapped_compiler(clone.parent)))
    environment.pop("WHORL_SINCE", None)
    begun = time.monotonic()
    with open(clone.parent / "log", "ab") as log:
        process = subprocess.Popen(command, cwd=clone, env=environment, stdout=log, stderr=log,
                                   stdin=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
    memory = clone.parent / "memory"
    # A failed compilation adds a line of text.
    peaks = [int(line) for line in memory.read_text().split("\n") if line.isdigit()] if memory.exists() else []
    return Cost(time.monotonic() - begun, used.ru_utime + used.ru_stime, max(peaks, default=0) / 1024,
                os.waitstatus_to_exitcode(status))


def cloned(commit: str, folder: pathlib.Path) -> pathlib.Path:
    clone = folder / "whorl"
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "-C", str(clone), "checkout", "--quiet", "--detach", commit], check=True)
    return clone


def change_room(clone: pathlib.Path, room: str) -> None:
    """Adds a function to the first source of a room, so that its object changes."""
    source = sorted((clone / "src" / room).glob("*.cc"))[0]
    source.write_text(source.read_text() + "\nnamespace whorl::internal::changed {\nint bench_build() { return 1; }\n}\n")


def commit_change(clone: pathlib.Path, room: str) -> None:
    source = sorted((clone / "src" / room).glob("*.cc"))[0]
    source.write_text(source.read_text() + "\n// A change, to be measured.\n")
    subprocess.run(["git", "-C", str(clone), "-c", "user.name=bench", "-c", "user.email=bench@localhost",
                    "commit", "--quiet", "-am", f"Change {room}"], check=True)


def build_all(clone: pathlib.Path) -> Cost:
    return run(["sh", "-c", "cmake --preset release -DWHORL_TESTS=ON && ninja -C build/release --quiet"], clone)


def test_room(clone: pathlib.Path) -> Cost:
    room = ROOMS["room"]
    run(["./dev", "test", room], clone)
    change_room(clone, room)
    return run(["./dev", "test", room], clone)


def ci(clone: pathlib.Path, part: str) -> Cost:
    commit_change(clone, ROOMS[part])
    return run(["env", "WHORL_SINCE=HEAD~1", ".ci/run"], clone)


def measure(part: str, commit: str, keep: bool) -> Cost:
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"whorl-build-{part}-"))
    try:
        clone = cloned(commit, folder)
        if part == "demo":
            return run(["./dev", "demo"], clone)
        if part == "all":
            return build_all(clone)
        if part == "test":
            return run(["./dev", "test"], clone)
        if part == "room":
            return test_room(clone)
        return ci(clone, part)
    finally:
        print(f"{part} of {commit}: {folder / 'log'}" if keep else f"{part} of {commit} is done", file=sys.stderr)
        if not keep:
            shutil.rmtree(folder)


def row(part: str, commit: str, cost: Cost) -> str:
    failed = "" if cost.status == 0 else f" (failed with status {cost.status})"
    return (f"| {part}{failed} | {commit} | {cost.wall / 60:.1f} | {cost.processor / 60:.1f} | "
            f"{cost.compiler_mb:.0f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", default=EARLIER, help="the earlier commit (default %(default)s)")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, separated by commas")
    parser.add_argument("--without-earlier", action="store_true", help="measure HEAD alone")
    parser.add_argument("--keep", action="store_true", help="keep the clones and what the commands printed")
    options = parser.parse_args()
    parts = options.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such parts: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    head = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], check=True,
                          capture_output=True, text=True).stdout.strip()
    rows, failed = [], False
    for part in parts:
        commits = [head] if part in OURS_ONLY or options.without_earlier else [options.commit, head]
        for commit in commits:
            cost = measure(part, commit, options.keep)
            failed |= cost.status != 0
            rows.append(row(part, commit, cost))
            print(rows[-1], file=sys.stderr)
    print(f"{os.cpu_count()} processor cores, no compiler cache, fresh clones\n")
    print("| part | commit | wall, min | user and system, min | largest compiler process, MB |")
    print("|---|---|---|---|---|")
    print("\n".join(rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
