"""Runs the program `whorl` beside the package, on the same rows as JSON lines."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PROGRAM = os.environ.get("WHORL") or shutil.which("whorl") or ""


def run(*arguments: str | Path) -> str:
    """What the program prints. Inputs may be skipped (status 2), but nothing may fail."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode in (0, 2), done.stderr
    return done.stdout


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().split("\n") if line]


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    """JSON lines. A text of bytes is written as it is, also if it is not UTF-8."""
    with path.open("wb") as file:
        for row in rows:
            text = row["text"]
            if isinstance(text, bytes):
                head = json.dumps({name: v for name, v in row.items() if name != "text"})
                file.write(head[:-1].encode() + b', "text": "' + text + b'"}\n')
            else:
                file.write(json.dumps(row).encode() + b"\n")
    return path


def flags(options: dict[str, Any]) -> list[str]:
    """Options of Python as flags of the program."""
    given: list[str] = []
    for name, value in options.items():
        given += [f"--{name.replace('_', '-')}", str(value)]
    return given


MEASURES = ("resemblance", "contained", "contains")


def dedup(folder: Path, rows: list[dict[str, Any]], *more: str | Path, **options: Any) -> Any:
    """The program's decisions: which ids are kept, the removed rows, and the skipped lines."""
    lines = write_lines(folder / "rows.jsonl", rows)
    out, removed = folder / "out.jsonl", folder / "removed.jsonl"
    summary = json.loads(
        run(
            *("dedup", lines, "-o", out, "--removed", removed, "--annotate", "--json"),
            *("--force", *flags(options), *more),
        )
    )
    decided = [(line["id"], line["whorl"]) for line in lines_of(out)]
    return {
        "kept": [id for id, said in decided if said["kept"]],
        "removed": [
            (id, said["reason"], said["survivor"], *(said[name] for name in MEASURES))
            + (said["cluster"],)
            for id, said in decided
            if not said["kept"]
        ],
        "skipped": [
            (int(one["path"].rpartition(":")[2]) - 1, one["kind"]) for one in summary["skipped"]
        ],
        "counts": {
            name: summary[name]
            for name in ("documents", "kept", "identical", "lexical", "same_sketch", "similar")
        },
    }


def decisions(result: Any, ids: list[str]) -> Any:
    """The same of a whorl.Dedup of rows with these ids."""
    removed = result.removed.to_pylist()
    assert [ids[row["row"]] for row in removed] == [row["id"] for row in removed]
    return {
        "kept": [id for id, keep in zip(ids, result.keep.to_pylist(), strict=True) if keep],
        "removed": [
            (row["id"], row["reason"], row["kept_id"], *(row[name] for name in MEASURES))
            + (row["cluster"],)
            for row in removed
        ],
        "skipped": [(row["row"], row["kind"]) for row in result.skipped.to_pylist()],
        "counts": {
            name: result.stats[name]
            for name in ("documents", "kept", "identical", "lexical", "same_sketch", "similar")
        },
    }
