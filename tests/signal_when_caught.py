"""Sends a signal to a program once the program catches it.

A signal that comes while a program still loads its libraries ends it as the system does, and not as
the program does it.
"""

import pathlib
import signal
import subprocess
import time


def catches(pid: int, number: int) -> bool:
    """Whether the process has a handler for this signal (SigCgt in proc(5) is a hexadecimal mask).
    """
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught, 16) >> (number - 1) & 1 == 1


def send_when_caught(process: subprocess.Popen, number: signal.Signals, patience: float = 60) -> None:
    """Waits until the process catches the signal. Fails if the process ends first, or after
    `patience` seconds."""
    end = time.monotonic() + patience
    while process.poll() is None and not catches(process.pid, number):
        assert time.monotonic() < end, f"{process.args[:2]} does not catch {number.name}"
        time.sleep(0.01)
    assert process.poll() is None, f"{process.args[:2]} ended with {process.returncode} before {number.name}"
    process.send_signal(number)
