"""What the benchmarks of whole commands share: the program, its time and memory, what it ran on."""

import datetime
import hashlib
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHORL = next((p for p in (ROOT / "build/bench/bin/whorl", ROOT / "build/release/bin/whorl") if p.exists()), None)


class Failed(SystemExit):
    """A command that failed: its message ends the program unless it is caught."""


def listed(folder, target):
    """Writes a line a file, its hash and its name; returns the hash of the list and the bytes."""
    lines, size = [], 0
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = path.read_bytes()
        size += len(data)
        lines.append(f"{hashlib.sha256(data).hexdigest()}  {path.relative_to(folder)}\n")
    target.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
    return hashlib.sha256(target.read_bytes()).hexdigest(), size


def measured(command, repeats=1, accepted=(0,), **options):
    """Wall and processor seconds (medians) and peak memory of a command, by GNU time."""
    runs = []
    for _ in range(repeats):
        with tempfile.NamedTemporaryFile("r") as figures:
            timed = ["time", "--quiet", "-f", "%e %U %S %M", "-o", figures.name, *command]
            status = subprocess.run(timed, stdout=subprocess.DEVNULL, check=False, **options).returncode
            if status not in accepted:
                raise Failed(f"{command[0]} ended with {status}")
            runs.append([float(figure) for figure in figures.read().split()])
    wall, user, system, memory = zip(*runs)
    return {"wall_seconds": statistics.median(wall), "peak_bytes": round(1024 * max(memory)),
            "processor_seconds": round(statistics.median(map(sum, zip(user, system))), 2)}


def conditions():
    model = [line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if "model name" in line]
    version = subprocess.run([WHORL, "--version"], capture_output=True, text=True, check=True)
    return {"date": datetime.date.today().isoformat(), "processor": model[0] if model else platform.machine(),
            "cores": os.cpu_count(), "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
            "whorl": version.stdout.strip(), "load": os.getloadavg()[0], "nice": os.getpriority(os.PRIO_PROCESS, 0)}
