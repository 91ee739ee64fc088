#!/usr/bin/env python3
"""Which rooms a change touches, and which rooms depend on those, by src/layers.txt.

    touched_rooms.py                prints a line for each room: distance, room, folder of tests/, target
    touched_rooms.py --since HASH   the change is what was committed after HASH, and what is not committed
    touched_rooms.py --all          every room, as if each was touched
    touched_rooms.py --sanitizers   the folders of tests/ that sanitizers run, nearest first
    touched_rooms.py --files        the files that the change touches

Distance 0: a file of the room, or of its tests, changed. Distance 1: the room may use such a room.
The faces (cli, serve) and the folders of tests/ without a room (faults, torture, …) are rooms here
too. Sanitizers run those only if they were touched themselves: linking the program means compiling
everything once more, which adds little to the tests of the rooms.

Without --since (or the environment variable WHORL_SINCE) a change begins at the newest first parent that is
at least eight hours older than HEAD: the commits of an afternoon are tested together. If the clone has no
such commit, every room counts as touched.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOURS = 8
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]whorl/([^>"]+)[>"]', re.MULTILINE)

TARGET = re.compile(r"^(?:whorl_library|add_library)\((whorl_\w+)", re.MULTILINE)

# Rooms that src/layers.txt does not name, and what they use; "*": every room.
OTHERS = {
    "serve": {"*"},
    "cli": {"*", "serve"},
    "lab": {"*"},
    "faults": {"fingerprints/job", "passages/match", "jobs/compare", "jobs/collection/cluster",
               "jobs/collection/sweep", "jobs/repeats", "jobs/compare/report"},
    "quality": {"jobs/collection/cluster", "jobs/compare"},
    "torture": {"store", "jobs/collection/cluster", "jobs/collection/sweep", "jobs/registry", "store/check"},
    "install": set(),
    "wheel": set(),
    "web": set(),
}

# A change of the flags or of the compiler's configuration concerns every room.
EVERYWHERE = ("cmake/WhorlOptions.cmake", "cmake/WhorlHardening.cmake", "CMakePresets.json", "src/layers.txt")
INSTALLING = ("cmake/", "include/", "scripts/package", "tests/install/", "CMakeLists.txt")
# The wheels of Python. The tests of the package itself belong to ./dev test.
PACKING = ("cmake/", "python/CMakeLists.txt", "python/requirements-wheel", "python/src/", "python/whorl/",
           "scripts/dev/python.sh", "scripts/pythons.py", "CMakeLists.txt", "pyproject.toml")


def read_layers(root: pathlib.Path) -> dict[str, set[str]]:
    """Room → the rooms that it may use."""
    layers = {}
    for line in (root / "src/layers.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            room, _, below = line.partition(":")
            layers[room] = set(below.split())
    return layers


def tests_of(room: str) -> str:
    """The folder of tests/ for a room: that of its innermost folder which has one."""
    folders = [name for name in reversed(room.split("/")) if (ROOT / "tests" / name).is_dir()]
    return folders[0] if folders else room.split("/")[-1]


def target_of(room: str) -> str:
    """The CMake target of a room; "-" if it has none."""
    lists = [ROOT / top / room / "CMakeLists.txt" for top in ("src", "apps")]
    found = [name for path in lists if path.is_file() for name in TARGET.findall(path.read_text())]
    return found[0] if found else "-"


def with_others(layers: dict[str, set[str]]) -> dict[str, set[str]]:
    found = dict(layers)
    for room, uses in OTHERS.items():
        found[room] = set(layers) | uses - {"*"} if "*" in uses else set(uses)
    return found


def innermost(parts: tuple[str, ...], rooms) -> str | None:
    """The innermost room of a file, by the folders that its path has."""
    folders = ["/".join(parts[:n]) for n in range(len(parts) - 1, 0, -1)]
    return next((folder for folder in folders if folder in rooms), None)


def sources_of_header(root: pathlib.Path) -> dict[str, set[str]]:
    """Public header → the rooms with a source that includes it, also through other headers.
    """
    direct = {}
    for path in (root / "include/whorl").glob("*.h"):
        direct[path.name] = set(INCLUDE.findall(path.read_text(encoding="utf-8")))
    rooms = {name: set() for name in direct}
    layers = read_layers(root)
    for top in ("src", "apps"):
        for path in (root / top).glob("**/*"):
            if path.suffix not in {".h", ".cc"}:
                continue
            room = innermost(path.relative_to(root / top).parts, with_others(layers))
            seen, todo = set(), INCLUDE.findall(path.read_text(encoding="utf-8"))
            while todo:
                header = todo.pop()
                if header in rooms and header not in seen:
                    seen.add(header)
                    todo += direct[header]
            for header in seen:
                if room:
                    rooms[header].add(room)
    return rooms


def touched(files: list[str], root: pathlib.Path) -> tuple[set[str], set[str]]:
    """Rooms whose code changed, and rooms of which only the tests changed."""
    layers = with_others(read_layers(root))
    headers = None
    code, tests = set(), set()
    for file in files:
        parts = pathlib.PurePath(file).parts
        if file in EVERYWHERE:
            code |= set(layers)
        if file.startswith(INSTALLING):
            code.add("install")
        if file.startswith(PACKING):
            code.add("wheel")
        if parts[0] in ("src", "apps") and (room := innermost(parts[1:], layers)):
            code.add(room)
        elif parts[0] == "web":
            code.add("web")
        elif parts[:2] == ("include", "whorl"):
            headers = headers or sources_of_header(root)
            code |= headers.get(parts[-1], set())
        elif parts[0] == "tests" and len(parts) > 2:
            tests |= {room for room in layers if tests_of(room) == parts[1]}
    return code, tests


def distances(code: set[str], tests: set[str], layers: dict[str, set[str]]) -> dict[str, int]:
    """Room → 0 if it was touched, else over how many rooms it depends on one that was."""
    found = {room: 0 for room in code}
    distance = 0
    while True:
        near = {room for room, far in found.items() if far == distance}
        distance += 1
        new = {room for room, uses in layers.items() if room not in found and uses & near}
        if not new:
            break
        found |= {room: distance for room in new}
    return found | {room: 0 for room in tests}


def in_order(found: dict[str, int], layers: dict[str, set[str]]) -> list[tuple[int, str]]:
    order = list(layers)
    return sorted(((far, room) for room, far in found.items()), key=lambda row: (row[0], order.index(row[1])))


def sanitized_folders(rows: list[tuple[int, str]], root: pathlib.Path) -> list[str]:
    """The folders of tests/ with test programs that tell a sanitizer something about these rooms."""
    folders = []
    for far, room in rows:
        if room in OTHERS and far > 0:
            continue
        folders.append(tests_of(room))
    lists = {name: root / "tests" / name / "CMakeLists.txt" for name in folders}
    return [name for name in dict.fromkeys(folders)
            if lists[name].is_file() and "whorl_test(" in lists[name].read_text()]


def git(*arguments: str) -> list[str]:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True,
                          text=True).stdout.split("\n")


def base_commit() -> str | None:
    """The newest first parent that is at least HOURS older than HEAD."""
    rows = [line.split() for line in git("log", "--first-parent", "--format=%H %ct", "-n", "2000") if line]
    newest = int(rows[0][1])
    return next((name for name, time in rows if newest - int(time) >= HOURS * 3600), None)


def changed_files(base: str) -> list[str]:
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({line for line in git("diff", "--name-only", base) + new if line})


def explain(base: str | None, files: list[str], code: set[str], tests: set[str]) -> None:
    if base is None:
        print("no commit to compare with: every room counts as touched", file=sys.stderr)
        return
    print(f"the change: {len(files)} files since {' '.join(git('log', '-1', '--format=%h %ci', base)).strip()}; "
          f"rooms: {' '.join(sorted(code)) or 'none'}; only tests of: {' '.join(sorted(tests - code)) or 'none'}",
          file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--since", default=os.environ.get("WHORL_SINCE"))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sanitizers", action="store_true")
    parser.add_argument("--files", action="store_true")
    options = parser.parse_args()
    layers = with_others(read_layers(ROOT))
    base = None if options.all else options.since or base_commit()
    files = changed_files(base) if base else []
    code, tests = touched(files, ROOT) if base else (set(layers), set())
    if options.files:
        print("\n".join(files if base else git("ls-files")))
        return
    rows = in_order(distances(code, tests, layers), layers)
    if options.sanitizers:
        explain(base, files, code, tests)
        print("\n".join(sanitized_folders(rows, ROOT)))
    else:
        for far, room in rows:
            print(far, room, tests_of(room), target_of(room))


if __name__ == "__main__":
    main()
