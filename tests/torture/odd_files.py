#!/usr/bin/env python3
"""Files of a store that are pipes, folders, links to nothing or files of another store: no command waits for them or
crashes, and no check takes the file of another store for one of this.

usage: odd_files.py WHORL
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 60  # enough for a busy machine
STORES = {
    "s": [["check", "s"], ["query", "s", "b.jsonl", "--batch", "b.jsonl"], ["cluster", "--into", "s", "b.jsonl", "-q"]],
    "w": [["check", "w"], ["sweep", "drift", "w"], ["sweep", "add", "w", "--date", "2026-02-01", "b.jsonl", "-q"]],
    "r": [["registry", "check", "r"], ["registry", "search", "r", "b.jsonl"], ["registry", "add", "r", "b.jsonl", "-q"]],
}
MADE = [["cluster", "a.jsonl", "-o", "s", "--write-pairs", "-q"], ["sweep", "add", "w", "--date", "2026-01-01", "a.jsonl", "-q"],
        ["registry", "create", "r", "-q"], ["registry", "add", "r", "a.jsonl", "-q"]]
REPLACEMENTS = {"a pipe": os.mkfifo, "a folder": os.mkdir, "a link to nothing": lambda path: os.symlink("nothing", path)}
OTHERS = "others"  # folder with stores of other documents
# Files without data about documents, or that only people read.
OF_NO_CONTENT = re.compile(r"times\.json|inputs\.json|stats\.json|clusters\.jsonl|pairs\.tsv|store\.lock|"
                           r"db/(IDENTITY|LOCK|LOG.*|OPTIONS-.*)")


def write_inputs(folder: pathlib.Path) -> None:
    words = random.Random(1)
    for name in "ab":
        with (folder / f"{name}.jsonl").open("w", encoding="ascii") as file:
            for number in range(20):
                text = " ".join(f"{words.randrange(1 << 20):x}" for _ in range(60))
                file.write(json.dumps({"id": f"{name}{number}", "text": text}) + "\n")


def main() -> None:
    whorl, tried, wrong = pathlib.Path(sys.argv[1]).resolve(), 0, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_inputs(folder)

        def run(words: list[str], where: str = ".") -> subprocess.CompletedProcess:
            return subprocess.run([whorl, *words], cwd=folder / where, capture_output=True, timeout=SECONDS)

        (folder / OTHERS).mkdir()
        for words in MADE:
            assert run(words).returncode == 0, words
            other = [word.replace("a.jsonl", "../b.jsonl") for word in words]
            assert run(other, OTHERS).returncode == 0, words
        for store, commands in STORES.items():
            kept = folder / "kept"
            shutil.copytree(folder / store, kept)
            for file in sorted(path.relative_to(kept) for path in kept.rglob("*") if path.is_file()):
                other = folder / OTHERS / store / file
                if other.is_file() and not OF_NO_CONTENT.fullmatch(str(file)) and other.read_bytes() != (kept / file).read_bytes():
                    shutil.rmtree(folder / store)
                    shutil.copytree(kept, folder / store)
                    shutil.copy(other, folder / store / file)
                    tried += 1
                    if (status := run(commands[0]).returncode) != 3:
                        wrong.append(f"{' '.join(commands[0])}, {file} is that of another store: {status}")
                for kind, replace in REPLACEMENTS.items():
                    for words in commands:
                        shutil.rmtree(folder / store)
                        shutil.copytree(kept, folder / store)
                        (folder / store / file).unlink()
                        replace(folder / store / file)
                        tried += 1
                        try:
                            status = run(words).returncode
                        except subprocess.TimeoutExpired:
                            status = "hung"
                        if status not in (0, 1, 2, 3):
                            wrong.append(f"{' '.join(words)}, {file} is {kind}: {status}")
            shutil.rmtree(kept)
    print("\n".join([*wrong, f"{tried - len(wrong)} right, {len(wrong)} WRONG"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
