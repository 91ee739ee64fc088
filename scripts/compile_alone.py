#!/usr/bin/env python3
"""Proves that sources compile by themselves, since builds compile several of a folder together.

    compile_alone.py BUILD [--all] [--minutes N] [--since HASH]

BUILD was configured with WHORL_UNITY=OFF: its compile_commands.json has each source. Without --all
the sources are those that changed, then those that include a changed file, directly before
indirectly. scripts/touched_rooms.py finds what changed. After N minutes no source is begun;
the number of sources left out is printed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import touched_rooms

ROOT = touched_rooms.ROOT
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
FOLDERS = ("include", "src", "apps", "tests", "bench", ".")


def includes(path: str) -> list[str]:
    """The files of the project that a file includes, by their paths below the root."""
    found = []
    for name in INCLUDE.findall((ROOT / path).read_text(encoding="utf-8", errors="replace")):
        places = [pathlib.Path(path).parent / name, *(pathlib.Path(folder) / name for folder in FOLDERS)]
        found += [os.path.normpath(place) for place in places if (ROOT / place).is_file()][:1]
    return found


def includers(files: list[str]) -> dict[str, list[str]]:
    found = collections.defaultdict(list)
    for file in files:
        for name in includes(file):
            found[name].append(file)
    return found


def affected(changed: list[str], files: list[str]) -> list[str]:
    """What changed and whatever includes it, in the order of distance."""
    above = includers(files)
    order = dict.fromkeys(file for file in changed if (ROOT / file).is_file())
    todo = collections.deque(order)
    while todo:
        for file in above[todo.popleft()]:
            if file not in order:
                order[file] = None
                todo.append(file)
    return list(order)


def commands(build: pathlib.Path) -> dict[str, tuple[list[str], str]]:
    """Source → its command without the compiler's cache and output, and the folder to run it in."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        if "ccache" in words[0]:
            words = words[1:]
        at = words.index("-o")
        source = os.path.relpath(entry["file"], ROOT)
        if "/Unity/" in source:
            sys.exit(f"{build} compiles several sources together: configure it with WHORL_UNITY=OFF")
        if source.endswith(".cc"):
            found[source] = (words[:at] + words[at + 2:] + ["-fsyntax-only"], entry["directory"])
    return found


def compile_one(source: str, command: list[str], folder: str, deadline: float) -> str | None:
    """What the compiler says if it fails, "" if it does not, None if there was no time."""
    if time.monotonic() > deadline:
        return None
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return f"{source} does not compile alone:\n{done.stderr}" if done.returncode else ""


def chosen(options: argparse.Namespace, known: dict) -> list[str]:
    if options.all:
        return sorted(known)
    base = options.since or touched_rooms.base_commit()
    if base is None:
        return sorted(known)
    files = [name for name in touched_rooms.git("ls-files", "*.h", "*.cc", "*.inc") if name]
    return [file for file in affected(touched_rooms.changed_files(base), files) if file in known]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--since", default=os.environ.get("WHORL_SINCE"))
    options = parser.parse_args()
    known = commands(options.build)
    sources = chosen(options, known)
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda source: compile_one(source, *known[source], begun + options.minutes * 60),
                                sources))
    failures = [result for result in results if result]
    left_out = results.count(None)
    print("\n".join(failures), end="\n" if failures else "")
    print(f"{len(sources) - left_out} of {len(sources)} sources compiled alone in {time.monotonic() - begun:.0f} s, "
          f"{len(failures)} failed, {left_out} left out for lack of time (./dev check --all compiles them)")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
