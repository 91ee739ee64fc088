#!/usr/bin/env python3
"""Commands without memory, without threads and with paths that are too long end with a sentence.

usage: limits_test.py WHORL
"""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

LONG = "/".join(["d" * 200] * 25)  # longer than PATH_MAX
NOBODY = 65534


def write_inputs(folder: pathlib.Path) -> None:
    (folder / "in").mkdir()
    with (folder / "a.jsonl").open("w") as file:
        for number in range(5000):
            text = f"word{number} " * 5 + "the quick brown fox jumps over the lazy dog " * 30 + str(number)
            file.write(json.dumps({"id": str(number), "text": text}) + "\n")
            if number < 100:
                (folder / f"in/{number}.txt").write_text(text)


def few_bytes(bytes_: int):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))


def no_threads() -> None:
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def main() -> None:
    wrong, tried = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_inputs(folder)
        whorl = shutil.copy(sys.argv[1], folder / "whorl")  # in a folder from which every user may run it
        folder.chmod(0o777)

        def check(words: list[str], allowed: set[int], limit=None) -> None:
            nonlocal tried
            tried += 1
            run = subprocess.run([whorl, *words], cwd=folder, preexec_fn=limit, capture_output=True, timeout=300)
            message = run.stderr.decode(errors="replace")
            if run.returncode not in allowed or (run.returncode != 0 and not message.startswith("whorl: ")):
                wrong.append(f"whorl {' '.join(words)[:80]}: status {run.returncode}: {message[-200:]}")

        jobs = {
            "cluster": ["cluster", "a.jsonl", "-q", "-o"],
            "dedup": ["dedup", "a.jsonl", "-q", "-o"],
            "compare": ["compare", "in", "-q", "-o"],
            "fingerprint": ["fingerprint", "in", "-q", "-o"],
            "sweep": ["sweep", "add", "--date", "2026-05-01", "-q", "sweeps", "a.jsonl"],
        }
        for kind, words in jobs.items():
            out = [] if kind == "sweep" else [f"{kind}.out.jsonl"]
            for megabytes in (80, 120, 160, 240, 320, 480):
                check([*words, *out], {0, 3}, few_bytes(megabytes << 20))
        check(["registry", "create", "known", "-q"], {0})
        check(["registry", "add", "known", "in", "-q"], {0})
        for megabytes in range(80, 500, 20):
            for words in (["list", "known"], ["check", "known"], ["search", "known", "in/1.txt"], ["add", "known", "a.jsonl", "-q"],
                          ["compact", "known"], ["backup", "known", "copies"], ["create", f"new{megabytes}"]):  # fmt: skip
                check(["registry", *words], {0, 3}, few_bytes(megabytes << 20))
        for words in (["cluster", "a.jsonl", "-o", LONG], ["cluster", LONG, "-o", "x"], ["compare", LONG], ["fingerprint", LONG],
                      ["query", LONG, "a.jsonl"], ["dedup", "a.jsonl", "-o", LONG], ["recluster", LONG], ["check", LONG],
                      ["sweep", "add", LONG, "--date", "2026-01-01", "a.jsonl"], ["sweep", "drift", LONG]):  # fmt: skip
            check(words, {1, 3})
        if os.geteuid() == 0:  # the limit does not apply to root
            for kind, words in jobs.items():
                out = [] if kind == "sweep" else [f"{kind}.nobody.jsonl"]
                whole = [word.replace("sweeps", "sweeps.nobody") for word in [*words, *out]]
                check(whole, {0}, no_threads)
    for line in wrong:
        print(line)
    print(f"{tried} runs, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
