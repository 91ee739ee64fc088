"""The part of `./dev torture` that disturbs `whorl watch`."""

import json
import os
import pathlib
import random
import signal
import subprocess
import time
from collections.abc import Callable

from disturbances import failing_environment
from jobs import Job, Workshop
from outcomes import Run, Tally
from served import CALLS, PATIENCE, new_registry, registered, text_of

INTERRUPTED = 130  # exit status of the program


def watched(shop: Workshop, _jobs: list[Job], tally: Tally, rng: random.Random, library: pathlib.Path) -> None:
    """Documents arrive while the program is killed or its calls fail. After a restart it answers
    and registers each of them."""
    while tally.goes_on():
        folder = shop.folder / "watched"
        new_registry(shop, folder)
        (folder / "in").mkdir()
        watch = Watch(shop.whorl, folder)
        names: set[str] = set()
        verdict, account = "", "watch"
        for _ in range(rng.randrange(1, 4)):
            for _ in range(rng.randrange(1, 9)):
                names.add(f"d{len(names)}")
                (folder / "in" / f"d{len(names) - 1}").write_text(text_of(rng.randrange(1 << 30)), encoding="ascii")
            environment, what = a_failure(library, rng)
            ended = watch.run(environment, lambda until=time.monotonic() + rng.random() * 0.4: time.monotonic() < until)
            verdict = verdict or verdict_of(ended)
            account += f", {what}: {ended.status} {ended.complaint[-200:]}"
        ended = watch.run(dict(os.environ), lambda: registered(shop, folder) < names, signal.SIGINT)
        if not verdict and (ended.status != INTERRUPTED or registered(shop, folder) != names or watch.answered < names):
            verdict = "lost"
            account += (f"; at last {ended.status} {ended.complaint[-200:]}: of {sorted(names)} registered "
                        f"{sorted(registered(shop, folder))}, answered {sorted(watch.answered)}")
        tally.add(verdict or "right", account)


def a_failure(library: pathlib.Path, rng: random.Random) -> tuple[dict[str, str], str]:
    if rng.random() < 0.5:
        return dict(os.environ), "killed"
    call, number = rng.choice(list(CALLS)), rng.randrange(1, 40)
    return failing_environment(library, call, number, False), f"{call} {number} fails"


def verdict_of(ended: Run) -> str:
    """A failure, or nothing."""
    if ended.status == -signal.SIGKILL:
        return ""
    return ended.verdict() if ended.verdict() != "refused" else ""


def handles(process: subprocess.Popen, by: signal.Signals) -> bool:
    """Whether the program has begun to handle the signal, or no program can."""
    if by == signal.SIGKILL:
        return True
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    handled = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(handled.split()[1], 16) >> (by - 1) & 1)


class Watch:
    """Runs whorl watch on the folder `in` and collects the answers of all runs."""

    def __init__(self, whorl: pathlib.Path, folder: pathlib.Path) -> None:
        self.whorl, self.folder = whorl, folder
        self.answered: set[str] = set()

    def run(self, environment: dict[str, str], goes_on: Callable[[], bool], by: signal.Signals = signal.SIGKILL) -> Run:
        """The program is ended when it should stop, unless it ended by itself."""
        answers, said = self.folder / "answers", self.folder / "said"
        with said.open("wb") as complaints, answers.open("wb") as output:
            process = subprocess.Popen([self.whorl, "watch", "in", "--registry", "r", "--json"], cwd=self.folder,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=complaints, env=environment)
            end = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < end and (goes_on() or not handles(process, by)):
                time.sleep(0.02)
            process.send_signal(by)
            try:
                status = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                status = None
        for line in answers.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                self.answered.add(json.loads(line)["query"])
        return Run(status, b"", said.read_text(encoding="utf-8", errors="replace"))
