"""How a command ended, and how that is rated."""

import collections
import dataclasses
import os
import signal
import subprocess
import time

DONE, SKIPPED, FAILED = 0, 2, 3  # exit statuses of the program
GOOD = ("right", "refused")
BAD = ("wrong", "crashed", "hung", "lost")


@dataclasses.dataclass
class Run:
    """What a command printed and how it ended; negative: by a signal; None: it did not."""
    status: int | None
    output: bytes = b""
    complaint: str = ""

    def verdict(self) -> str:
        """"hung", "crashed", "refused" for an error with a message, or empty."""
        if self.status is None:
            return "hung"
        if self.status < 0 or self.status >= 128 or "terminate called" in self.complaint:
            return "crashed"
        if self.status in (DONE, SKIPPED):
            return ""
        return "refused" if self.complaint.strip() else "wrong"


def run(command: list, folder, seconds: float = 60, **more) -> Run:
    """Runs a command in its own process group, which is killed when its time is over."""
    process = subprocess.Popen([str(word) for word in command], cwd=folder, start_new_session=True,
                               **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                                  "stderr": subprocess.PIPE, **more})
    try:
        output, complaint = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Run(None)
    return Run(process.returncode, output or b"", (complaint or b"").decode(errors="replace"))


class Tally:
    """Counts results, records failures, and knows when to stop."""

    def __init__(self, seconds: float):
        self.began = time.monotonic()
        self.deadline = self.began + seconds
        self.counts: collections.Counter[str] = collections.Counter()
        self.accounts: list[str] = []
        self.notes: dict[str, object] = {}

    def goes_on(self) -> bool:
        return time.monotonic() < self.deadline

    def add(self, verdict: str, account: str = "") -> None:
        self.counts[verdict] += 1
        if verdict in BAD:
            self.accounts.append(f"{verdict}: {account}")

    def seconds(self) -> float:
        return time.monotonic() - self.began
