"""Shared by the benchmarks of commands: the program, its time and memory, and the machine."""

import datetime
import hashlib
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHORL = next((p for p in (ROOT / "build/bench/bin/whorl", ROOT / "build/release/bin/whorl") if p.exists()), None)


class Failed(SystemExit):
    """A command that failed. Its message ends the program unless it is caught."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


def listed(folder, target):
    """Writes a line with hash and name for each file. Returns the hash of the list and the number of bytes."""
    lines, size = [], 0
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = path.read_bytes()
        size += len(data)
        lines.append(f"{hashlib.sha256(data).hexdigest()}  {path.relative_to(folder)}\n")
    target.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
    return hashlib.sha256(target.read_bytes()).hexdigest(), size


def processor_seconds_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(command, repeats=1, accepted=(0,), **options):
    """Wall and processor seconds (medians) and peak memory of a command.

    GNU time reports the memory, since a child's own count begins with that of this process. Its seconds have two
    decimals, too few for commands that take a tenth of a second. So the seconds are counted here.
    """
    runs = []
    for _ in range(repeats):
        with tempfile.NamedTemporaryFile("r") as peak:
            timed = ["time", "--quiet", "-f", "%M", "-o", peak.name, *command]
            begun, used = time.monotonic(), processor_seconds_of_children()
            status = subprocess.run(timed, stdout=subprocess.DEVNULL, check=False, **options).returncode
            seconds = (time.monotonic() - begun, processor_seconds_of_children() - used)
            if status not in accepted:
                raise Failed(f"{command[0]} ended with {status}", status)
            runs.append((*seconds, int(peak.read())))
    wall, processor, memory = zip(*runs)
    return {"wall_seconds": round(statistics.median(wall), 4), "peak_bytes": 1024 * max(memory),
            "processor_seconds": round(statistics.median(processor), 4)}


def conditions(program=WHORL):
    model = [line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if "model name" in line]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return {"date": datetime.date.today().isoformat(), "processor": model[0] if model else platform.machine(),
            "cores": os.cpu_count(), "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
            "whorl": version.stdout.strip(), "load": os.getloadavg()[0], "nice": os.getpriority(os.PRIO_PROCESS, 0)}
