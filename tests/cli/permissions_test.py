#!/usr/bin/env python3
"""Stores that this user may not read or write: each command names what it cannot open, and calls it nothing else.

usage: permissions_test.py WHORL
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NOBODY = 65534
COMMANDS = {
    "s": ("check s", "query s b.txt", "cluster --into s b.txt -q", "recluster s -q"),
    "w": ("check w", "sweep drift w", "sweep add w --date 2026-02-01 b.txt -q"),
    "r": ("registry check r", "registry list r", "registry add r b.txt -q", "serve r --listen 127.0.0.1:0"),
}
CLOSED = {"s": (".", "store.json", "store.lock"), "w": (".", "sweeps.json"), "r": (".", "registry.json", "db", "db/LOCK")}


def may_not_open(words: str, name: str) -> bool:
    """Only writers need the lock."""
    writes = any(verb in words for verb in ("add", "--into", "recluster", "serve"))
    return writes or "lock" not in name.lower()


def main() -> None:
    # The superuser may open every file.
    become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        whorl = shutil.copy(sys.argv[1], folder / "whorl")
        lines = [json.dumps({"id": str(i), "text": " ".join(str(i * j) for j in range(50))}) for i in range(20)]
        (folder / "a.jsonl").write_text("\n".join(lines), encoding="ascii")
        (folder / "b.txt").write_text("some other words " * 30, encoding="ascii")

        def run(words: str) -> subprocess.CompletedProcess:
            return subprocess.run([*become, whorl, *words.split()], cwd=folder, capture_output=True, text=True, timeout=60,
                                  check=False)

        for words in ("cluster a.jsonl -o s -q", "sweep add w --date 2026-01-01 a.jsonl -q", "registry create r -q",
                      "registry add r a.jsonl -q"):
            made = run(words)
            assert made.returncode == 0, made
        for store, closed in CLOSED.items():
            for name in closed:
                path = folder / store / name
                mode = path.stat().st_mode & 0o777
                for words in COMMANDS[store]:
                    if not may_not_open(words, name):
                        continue
                    path.chmod(0o444 if name == "." else 0)
                    ended = run(words)
                    path.chmod(mode)
                    assert ended.returncode in (1, 3) and "ermission denied" in ended.stderr, (words, name, ended)
                    for lie in ("another", "no store", "not a store", "not a registry", "files other than"):
                        assert lie not in ended.stderr, (words, name, ended.stderr)


if __name__ == "__main__":
    main()
