#!/usr/bin/env python3
"""Data flows one way: fails if a file includes a header that its room may not use.

The graph of rooms is src/layers.txt. A file of a room may use its own room, the rooms that its line
names, and the public headers; public headers use one another. Faces use public headers and the
room `base`, which knows nothing of documents; the command line uses the other two faces. The
laboratory measures the rooms, so it may use all. The Python package uses public headers alone.
Public headers name nothing of `whorl::internal`. SIMD headers stay with the kernels. No file
includes itself through others; a header and its source count as one file. A namespace has the
name of its folder; folders that only group rooms (src/jobs/collection) give no part of it.
"""

import pathlib
import re
import sys

# A face may use another one.
FACES = {"cli": {"serve", "lab"}}
LABORATORY = "lab"
KERNELS = ("src", "fingerprints", "kernels")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SIMD = re.compile(r"^(hwy/|.*intrin\.h$|arm_neon\.h$)")
PRIVATE = re.compile(r"\binternal::|\bnamespace internal\b")
NAMESPACE = re.compile(r"^namespace (whorl::internal[a-z:]*) \{", re.MULTILINE)


def read_layers(root: pathlib.Path) -> dict[str, set[str]]:
    """Room → rooms that it may use. Fails on a line that names a room not above it."""
    layers: dict[str, set[str]] = {}
    for line in (root / "src/layers.txt").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        room, _, below = line.partition(":")
        unknown = set(below.split()) - set(layers)
        if unknown:
            sys.exit(f"src/layers.txt: {room} may use only rooms above it, not {unknown}")
        layers[room] = set(below.split())
    return layers


def room_of(path: pathlib.PurePath, layers: dict[str, set[str]]) -> str | None:
    """The innermost room that contains a file or include, by its path below src/."""
    folders = ["/".join(path.parts[:n]) for n in range(len(path.parts) - 1, 0, -1)]
    return next((folder for folder in folders if folder in layers), None)


def may_include(name: pathlib.PurePath, target: str, layers: dict[str, set[str]]) -> bool:
    first = target.split("/")[0]
    if first == "whorl":
        return True
    if name.parts[0] == "include":
        return False
    if name.parts[0] == "python":
        return first == ".."  # its own sources, from a folder of them
    if name.parts[0] == "apps":
        face = name.parts[1]
        room = room_of(pathlib.PurePath(target), layers)
        inner = room == "base" or (face == LABORATORY and room is not None)
        return inner or first == face or first in FACES.get(face, ())
    room = room_of(pathlib.PurePath(*name.parts[1:]), layers)
    used = room_of(pathlib.PurePath(target), layers)
    return used is not None and (used == room or used in layers[room])


def sources(root: pathlib.Path, tops=("include", "src", "apps", "python/src")):
    for top in tops:
        for path in sorted((root / top).glob("**/*")):
            if path.suffix in {".h", ".cc"}:
                yield path.relative_to(root), path.read_text(encoding="utf-8")


def breaches(root: pathlib.Path, layers: dict[str, set[str]]):
    for name, text in sources(root):
        for bracket, target in INCLUDE.findall(text):
            if SIMD.match(target) and name.parts[:3] != KERNELS:
                yield f"{name}: {target} belongs in {'/'.join(KERNELS)}"
            if bracket == '"' and "/" in target and not may_include(name, target, layers):
                yield f"{name}: may not include {target}"


def namespace_of(room: pathlib.PurePath, root: pathlib.Path) -> str:
    """The folders of a source below src/, less those that have no source themselves."""
    names = [folder.name for folder in reversed([room, *room.parents]) if holds_sources(root / "src" / folder)]
    return "whorl::internal::" + "::".join(names)


def holds_sources(folder: pathlib.Path) -> bool:
    return any(path.suffix in {".h", ".cc"} for path in folder.iterdir())


def misnamed(root: pathlib.Path):
    for name, text in sources(root, ("src",)):
        own = namespace_of(pathlib.PurePath(*name.parts[1:-1]), root)
        for found in NAMESPACE.findall(text):
            if found != own and not (own + "::").startswith(found + "::"):
                if not found.startswith(own + "::"):
                    yield f"{name}: namespace {found} is not that of its folder, {own}"


def private_names(root: pathlib.Path):
    for name, text in sources(root, ("include",)):
        for number, line in enumerate(text.splitlines(), 1):
            if PRIVATE.search(line):
                yield f"{name}:{number}: a public header names nothing of whorl::internal"


def circles(root: pathlib.Path):
    """Files that reach themselves by includes; NAME.h and NAME.cc are one."""
    edges: dict[str, set[str]] = {}
    for name, text in sources(root, ("include", "src")):
        unit = str(pathlib.PurePath(*name.parts[1:]).with_suffix(""))
        uses = {t.rsplit(".", 1)[0] for b, t in INCLUDE.findall(text) if b == '"'}
        edges.setdefault(unit, set()).update(uses - {unit})
    done: set[str] = set()

    def walk(unit: str, path: list[str]):
        if unit in path:
            yield " → ".join(path[path.index(unit) :] + [unit])
        elif unit not in done:
            for used in sorted(edges.get(unit, ())):
                yield from walk(used, [*path, unit])
            done.add(unit)

    for unit in sorted(edges):
        yield from walk(unit, [])


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    found = [*breaches(root, read_layers(root)), *misnamed(root), *private_names(root)]
    found += [f"a circle of includes: {circle}" for circle in circles(root)]
    print("\n".join(found) or "every include goes with the data")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
