"""The files of a store as its readers see them, without the blocks' checksums (docs/format.md).

Their positions on disk, and the identity in their heads, differ between stores of the same contents.
"""

import json
import pathlib

HEAD = 56
BLOCK = 4096
SUM = 8
MANIFESTS = ("store.json", "sweeps.json")


def stored_files(folder: pathlib.Path) -> dict[str, bytes]:
    """By their names in the manifest; nothing where the folder is no store of checked files."""
    return {name: read(folder / entry["name"], entry["bytes"]) for name, entry in table_of(folder).items()}


def names_on_disk(folder: pathlib.Path) -> set[str]:
    return {entry["name"] for entry in table_of(folder).values()}


def table_of(folder: pathlib.Path) -> dict[str, dict]:
    for name in MANIFESTS:
        if (folder / name).is_file():
            table = json.loads((folder / name).read_bytes()).get("files")
            return table["files"] if isinstance(table, dict) else {}
    return {}


def read(path: pathlib.Path, length: int) -> bytes:
    data = path.read_bytes()[HEAD:]
    blocks = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK + SUM))
    return b"".join(blocks)[:length]
