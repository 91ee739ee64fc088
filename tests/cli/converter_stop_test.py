#!/usr/bin/env python3
"""SIGTERM while a converter hangs: every command ends soon, and goes on with the document later.

usage: converter_stop_test.py WHORL
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

WITHIN = 2.0  # seconds, on an idle machine
COMMANDS = {
    "cluster": ["cluster", "in", "-o", "store"],
    "dedup": ["dedup", "in", "-o", "kept"],
    "compare": ["compare", "in", "-o", "report"],
    "fingerprint": ["fingerprint", "in", "-o", "segment"],
    "sweep add": ["sweep", "add", "sweeps", "--date", "2026-05-01", "in"],
    "query": ["query", "others", "--batch", "in"],
    "registry add": ["registry", "add", "known", "in"],
    "measure": ["measure", "in/essay.pdf", "in/a.txt"],
}  # fmt: skip
BEFORE = {
    "query": ["cluster", "in/a.txt", "in/b.txt", "-o", "others"],
    "registry add": ["registry", "create", "known"],
}  # fmt: skip
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
HANGS, CONVERTS = "#!/bin/sh\nexec sleep 60\n", "#!/bin/sh\nexec cat\n"


def patience() -> float:
    """How many times longer this machine may take than an idle one."""
    return 1 + os.getloadavg()[0]


def converter(folder: pathlib.Path, script: str) -> None:
    program = folder / "bin/pdftotext"
    program.write_text(script)
    program.chmod(0o755)


def children(task: pathlib.Path) -> str:
    try:
        return (task / "children").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):  # the thread ended after it was listed
        return ""


def has_child(process: subprocess.Popen) -> bool:
    return any(map(children, pathlib.Path(f"/proc/{process.pid}/task").iterdir()))


def stop_in_conversion(command: list[str], folder: pathlib.Path, variables: dict) -> tuple[float, int]:
    """Seconds from the signal to the end, and the status. A converter runs, so signals are caught.
    """
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 10 * patience()
        while not has_child(process):
            assert process.poll() is None and time.monotonic() < until, f"no converter was started, status {process.poll()}"
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        start = time.monotonic()
        process.wait(60)
        return time.monotonic() - start, process.returncode
    finally:
        process.kill()


def wrong_with(kind: str, whorl: str) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in ("bin", "in"):
            (folder / part).mkdir()
        (folder / "in/essay.pdf").write_text(f"%PDF-1.7\n{WORDS}\n")
        for text in ("a", "b"):
            (folder / f"in/{text}.txt").write_text(f"{WORDS} {text}\n")
        variables = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}"}
        command = [whorl, *COMMANDS[kind]]
        if kind in BEFORE:
            subprocess.run([whorl, *BEFORE[kind]], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        converter(folder, HANGS)
        seconds, status = stop_in_conversion(command, folder, variables)
        wrong = []
        if seconds > WITHIN * patience():
            wrong.append(f"{kind}: ended {seconds:.2f} s after SIGTERM")
        if status != 128 + signal.SIGTERM:
            wrong.append(f"{kind}: status {status} after SIGTERM")
        converter(folder, CONVERTS)
        again = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
        if again.returncode != 0:  # a document was left out, for example
            wrong.append(f"{kind}: status {again.returncode} of the same command again: {again.stderr}{again.stdout}")
        return wrong


def main() -> None:
    whorl = str(pathlib.Path(sys.argv[1]).resolve())
    wrong = [line for kind in COMMANDS for line in wrong_with(kind, whorl)]
    for line in wrong:
        print(line)
    print(f"{len(COMMANDS)} commands stopped while a converter hung, {len(wrong)} WRONG")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
