"""The part of `./dev torture` that removes a command's standard streams."""

import os
import pathlib
import random
import shutil
import signal

from jobs import Job, Workshop
from outcomes import FAILED, Run, Tally, run

TELLERS = [["dedup", "a.jsonl", "-o", "-"], ["help", "--man"], ["methods"], ["version", "--json"],
           ["fingerprint", "hw", "--jsonl"], ["compare", "hw", "--json", "-", "-o", "report"]]
ASKERS = [["query", "s", "page.txt", "--json"], ["query", "s", "--group", "names.txt"]]
WAYS = ["<&-", ">&-", "2>&-", ">/dev/full", "2>/dev/full", "| head -n 1", "| true"]


def pipes(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """Readers that go away, streams that are closed or full: no crash but by SIGPIPE, nothing left
    behind, and no status 0 where what was asked for went nowhere."""
    with_store = next(job for job in jobs if job.name == "recluster")
    while tally.goes_on():
        asks = rng.random() < 0.3
        job = with_store if asks else rng.choice(jobs)
        command = rng.choice(ASKERS) if asks else rng.choice([job.command, *TELLERS])
        way = rng.choice(WAYS)
        folder = shop.set_out(job)
        place = folder.parent / "tmp"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        status, shell = through_shell(shop, folder, place, command, way)
        verdict, account = judged(shop, folder, place, status, shell)
        if not verdict and status == 0 and way == ">/dev/full" and command in ASKERS + TELLERS:
            verdict, account = "wrong", "status 0"
        tally.add(verdict or ("refused" if status == FAILED else "right"),
                  f"whorl {' '.join(command)} {way}: {account}")
        shutil.rmtree(folder)


def through_shell(shop: Workshop, folder: pathlib.Path, place: pathlib.Path, command: list[str],
                  way: str) -> tuple[int, Run]:
    told = folder.parent / "status"
    told.write_text("-1", encoding="ascii")
    words = " ".join(f"'{word}'" for word in command)
    script = f"exec 3>../status; \"$0\" {words} 3>&- {way}; echo ${{PIPESTATUS[0]}} >&3"
    shell = run(["bash", "-c", script, shop.whorl], folder,
                env={**os.environ, "TMPDIR": str(place)})
    return int(told.read_text(encoding="ascii")), shell


def judged(shop: Workshop, folder: pathlib.Path, place: pathlib.Path, status: int,
           shell: Run) -> tuple[str, str]:
    """A way to fail, and an account of it; nothing where all went well."""
    if shell.status is None:
        return "hung", ""
    if status >= 128 and status != 128 + signal.SIGPIPE:
        return "crashed", f"status {status} {shell.complaint.strip()[-200:]}"
    if left := [path.name for path in place.iterdir()]:
        return "lost", f"leaves {left}"
    if changed := shop.inputs_changed(folder):
        return "lost", f"{changed} is not what it was"
    return "", ""
