#!/usr/bin/env python3
"""Fails if the table of rooms in ARCHITECTURE.md differs from the folders of the project.

    rooms_rule.py ROOT

Each folder right below src/ and apps/ has one row, and each row names a folder. The rooms of
src/layers.txt are the same: each room of it is a folder, and each folder right below src/ is a room
of it, or contains one (src/jobs/compare and src/jobs/compare/search).
"""

import pathlib
import re
import sys

# | `src/base/` | How does …? |
ROW = re.compile(r"^\| `([\w/]+)/` \|\s*(.*?)\s*\|$")
TABLE, INNER_TABLE = "| room |", "| room inside |"
MOST_ROOMS = 9
FOLDER = re.compile(r"`([\w/]+)/`")
PAGE, LAYERS = "ARCHITECTURE.md", "src/layers.txt"


def rows(root: pathlib.Path) -> list[tuple[int, str, str]]:
    """Line, folder and question of each row of the table."""
    lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(lines, 1) if line.startswith(TABLE)]
    if not heads:
        sys.exit(f"{PAGE}: no table begins with `{TABLE}`")
    found = []
    for number, line in enumerate(lines[heads[0] + 1:], heads[0] + 2):
        if not line.startswith("|"):
            break
        match = ROW.match(line)
        if not match:
            sys.exit(f"{PAGE}:{number}: a row begins with a folder: | `src/base/` | question |")
        found.append((number, match.group(1), match.group(2)))
    return found


def inner_rows(root: pathlib.Path) -> dict[str, list[str]]:
    """For each room below src/, the folders that its row of the second table names."""
    text = (root / PAGE).read_text(encoding="utf-8")
    found = {}
    for line in text.partition(INNER_TABLE)[2].splitlines()[2:]:
        if not line.startswith("|"):
            break
        room, *inner = FOLDER.findall(line)
        found[room] = inner
    return found


def folders(root: pathlib.Path, top: str) -> set[str]:
    """The folders directly below `top` that contain a source at any depth."""
    return {f"{top}/{path.name}" for path in (root / top).iterdir()
            if path.is_dir() and any(file.suffix in {".h", ".cc"} for file in path.rglob("*"))}


def rooms(root: pathlib.Path) -> list[tuple[int, str]]:
    """Line and name of each room of src/layers.txt."""
    lines = (root / LAYERS).read_text(encoding="utf-8").splitlines()
    return [(number, line.partition(":")[0]) for number, line in enumerate(lines, 1)
            if line.strip() and not line.startswith("#")]


def differences_of_table(root: pathlib.Path):
    table = rows(root)
    named = [folder for _, folder, _ in table]
    for number, folder, question in table:
        if not (root / folder).is_dir():
            yield f"{PAGE}:{number}: no folder {folder}"
        if named.count(folder) > 1:
            yield f"{PAGE}:{number}: {folder} has two rows"
        if "?" not in question:
            yield f"{PAGE}:{number}: say which question {folder} answers"
    for folder in sorted((folders(root, "src") | folders(root, "apps")) - set(named)):
        yield f"{PAGE}: {folder} has no row in the table of rooms"


def differences_of_inner_table(root: pathlib.Path):
    table = inner_rows(root)
    for room, inner in table.items():
        for folder in [room, *(inner_folder(root, room, name) for name in inner)]:
            if not (root / "src" / folder).is_dir():
                yield f"{PAGE}: no folder src/{folder}"
    for _, room in rooms(root):
        around, _, name = room.rpartition("/")
        if around and room not in table and name not in table.get(around, ()):
            yield f"{PAGE}: {room} has no row in the table of the rooms inside"
    if len(folders(root, "src")) > MOST_ROOMS:
        yield f"src/ has more than {MOST_ROOMS} rooms"


def inner_folder(root: pathlib.Path, room: str, name: str) -> str:
    """`name` in the room, or next to it."""
    inside = f"{room}/{name}"
    return inside if (root / "src" / inside).is_dir() else f"{room.rpartition('/')[0]}/{name}"


def differences_of_layers(root: pathlib.Path):
    listed = rooms(root)
    for number, room in listed:
        if not (root / "src" / room).is_dir():
            yield f"{LAYERS}:{number}: no folder src/{room}"
    tops = {"src/" + room.split("/")[0] for _, room in listed}
    for folder in sorted(folders(root, "src") - tops):
        yield f"{LAYERS}: no line for {folder}"


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    found = [*differences_of_table(root), *differences_of_inner_table(root),
             *differences_of_layers(root)]
    print("\n".join(found) or f"the {len(rows(root))} rows of {PAGE} are the rooms of the project")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
