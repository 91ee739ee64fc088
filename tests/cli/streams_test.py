#!/usr/bin/env python3
"""Every command with standard output full, closed or read no further, and standard error likewise.

usage: streams_test.py WHORL
"""

import json
import pathlib
import subprocess
import sys
import tempfile

DONE, FAILED, READER_GONE = 0, 3, 141
FULL = b"whorl: standard output cannot be written: No space left on device\n"
TEXT = "The quick brown fox jumps over the lazy dog while the slow red hen sleeps under the old tree. "


def prepare(whorl: str, folder: pathlib.Path) -> list[list[str]]:
    """Makes the inputs of the commands. Returns commands that print to standard output."""
    (folder / "in").mkdir()
    with (folder / "pages.jsonl").open("w") as file:
        for number in range(400):
            text = TEXT * 3 + f"page {number // 2} has words of its own {number // 3} {number}"
            file.write(json.dumps({"id": f"d{number}", "url": f"http://h/{number}", "text": text}) + "\n")
            (folder / f"in/{number}.txt").write_text(text)
    run = lambda *words: subprocess.run([whorl, *words], cwd=folder, check=True, capture_output=True)
    run("cluster", "pages.jsonl", "-o", "store")
    run("sweep", "add", "sweeps", "--date", "2026-05-01", "pages.jsonl")
    run("sweep", "add", "sweeps", "--date", "2026-06-01", "pages.jsonl")
    return [
        ["help"], ["help", "--man"], ["help", "compare"], ["compare", "--help"], ["compare", "--help-all"], ["version"], ["version", "--json"],
        ["methods"], ["methods", "--json"], ["completion", "bash"], ["completion", "zsh"], ["completion", "fish"],
        ["fingerprint", "in", "--jsonl"], ["fingerprint", "in"],
        ["compare", "in", "-o", "report", "--limit", "5"], ["compare", "in", "--json", "-"],
        ["cluster", "pages.jsonl", "-o", "store"], ["cluster", "pages.jsonl", "-o", "store", "--json"],
        ["recluster", "store", "-r", "0.9"], ["dedup", "pages.jsonl", "-o", "-"], ["dedup", "pages.jsonl", "-o", "kept.jsonl"],
        ["query", "store", "--url", "http://h/1"], ["query", "store", "--url", "http://h/1", "--json"], ["query", "store", "in/1.txt"],
        ["query", "store", "--batch", "pages.jsonl"], ["query", "store", "--batch", "pages.jsonl", "--json"],
        ["check", "store"], ["check", "store", "--json"], ["check", "sweeps"],
        ["sweep", "drift", "sweeps"], ["sweep", "drift", "sweeps", "--json"], ["sweep", "locate", "sweeps", "http://h/1"],
    ]  # fmt: skip


def outcome(command: str, folder: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run(["bash", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60, env={"PATH": "/usr/bin:/bin", "TMPDIR": str(folder / "tmp")})


def main() -> None:
    whorl = str(pathlib.Path(sys.argv[1]).resolve())
    wrong, tried = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tmp").mkdir()
        for words in prepare(whorl, folder):
            line = " ".join([whorl, *words])
            for end, allowed in (
                ("", {DONE}),
                (" >/dev/full", {FAILED}),
                (" >&-", {FAILED}),
                (" 2>&-", {DONE}),
                (" 2>/dev/full", {DONE}),
                (" | true; exit ${PIPESTATUS[0]}", {DONE, READER_GONE}),
                (" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}", {DONE, READER_GONE}),
            ):
                tried += 1
                ended = outcome(line + end, folder)
                found = ended.returncode
                if words[:3] == ["query", "store", "--batch"] and end == " >/dev/full" and ended.stderr != FULL:
                    wrong.append(f"whorl {' '.join(words)}{end} says {ended.stderr}")
                if found not in allowed:
                    wrong.append(f"whorl {' '.join(words)}{end}: status {found}")
            left = [str(path) for path in (folder / "tmp").iterdir()]
            if left:
                wrong.append(f"whorl {' '.join(words)} left {left}")
    for line in wrong:
        print(line)
    print(f"{tried} runs, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
