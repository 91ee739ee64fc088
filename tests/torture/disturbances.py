"""The parts of `./dev torture` that disturb a command that writes, and check the remaining files.
"""

import contextlib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess

from jobs import SPILLING_DOCUMENTS, Job, Workshop, spilling_jobs
from outcomes import FAILED, SKIPPED, Tally, run


# What a true message says of each disturbance.
FAILED_CALL = re.compile(r"Input/output error|the disk fails|disk is full|No space left|cannot be written")
FULL_FILE = re.compile(r"File too large|disk is full|No space left|cannot be written")
FULL_DISK = re.compile(r"disk is full|No space left|cannot be written")
NO_MEMORY = re.compile(r"memory|address space|Cannot allocate|Resource temporarily unavailable")
NAMES_NOTHING = re.compile(r"whorl: : ")


def judge(shop: Workshop, job: Job, folder: pathlib.Path, tally: Tally, first, what: str, true: re.Pattern) -> None:
    """After a disturbed run: what it says is true, and the same command given again ends right."""
    account = f"{job.name}, {what}: status {first.status} {first.complaint.strip()[-200:]}"
    verdict = first.verdict()
    if verdict in ("hung", "crashed", "wrong"):
        return tally.add(verdict, account)
    if verdict == "refused" and (not true.search(first.complaint) or NAMES_NOTHING.search(first.complaint)):
        return tally.add("wrong", f"{account}: not what happened")
    if changed := shop.inputs_changed(folder):
        return tally.add("lost", f"{account}: {changed} is not what it was")
    if verdict == "" and first.status != SKIPPED:
        difference = shop.difference(job, folder)
        return tally.add("wrong" if difference else "right", f"{account}: {difference}")
    if first.status == SKIPPED:  # what it could not read is listed
        return tally.add("refused")
    finish(shop, job, folder, tally, account, "refused")
    return None


def finish(shop: Workshop, job: Job, folder: pathlib.Path, tally: Tally, account: str,
           good: str) -> None:
    """The same command again, undisturbed; what was done before may be said to be."""
    again = shop.run(folder, job.command)
    difference = shop.difference(job, folder)
    if again.verdict() in ("hung", "crashed"):
        tally.add(again.verdict(), f"{account}; again: {again.complaint[-200:]}")
    elif difference:
        tally.add("lost", f"{account}; again: {again.status} {again.complaint.strip()[-200:]} "
                          f"{difference}")
    else:
        tally.add(good)


def kills(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """kill -9 at random moments, once or some times in a row; then the same bytes."""
    tally.notes["kills"] = 0
    while tally.goes_on():
        kill_some_times(shop, rng.choice(jobs), tally, rng)


def kill_some_times(shop: Workshop, job: Job, tally: Tally, rng: random.Random) -> None:
    folder = shop.set_out(job)
    for _ in range(rng.choice((1, 1, 2, 4))):
        process = subprocess.Popen([shop.whorl, *job.command], cwd=folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            process.wait(job.seconds * 1.1 * rng.random())
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            tally.notes["kills"] = tally.notes.get("kills", 0) + 1
    if changed := shop.inputs_changed(folder):
        tally.add("lost", f"{job.name}, killed: {changed} is not what it was")
    else:
        finish(shop, job, folder, tally, f"{job.name}, killed", "right")
    shutil.rmtree(folder)


def count_calls(shop: Workshop, job: Job, library: pathlib.Path) -> dict[str, int]:
    folder = shop.set_out(job)
    count = folder.parent / "calls"
    shop.run(folder, job.command, env={**os.environ, "LD_PRELOAD": str(library),
                                       "FAILING_COUNT": str(count)})
    shutil.rmtree(folder)
    lines = count.read_text(encoding="ascii").splitlines()
    return {name: int(number) for name, number in (line.split() for line in lines)}


def failing_environment(library: pathlib.Path, call: str, number: int, stays: bool) -> dict[str, str]:
    return {**os.environ, "LD_PRELOAD": str(library), "FAILING_CALL": call, "FAILING_NUMBER": str(number),
            **({"FAILING_STAYS": "1"} if stays else {})}


def failing_calls(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random,
                  library: pathlib.Path) -> None:
    """The n-th read, write, sync or rename fails, or all from then on: every n, while time is."""
    cases = [(job, call, n, stays) for job in jobs
             for call, made in count_calls(shop, job, library).items() for n in range(1, made + 1)
             for stays in ((False, True) if call == "write" else (False,))]
    rng.shuffle(cases)
    tally.notes["places"] = len(cases)
    tally.notes["tried"] = 0
    for job, call, n, stays in cases:
        if not tally.goes_on():
            break
        fail_call(shop, job, tally, library, call, n, stays)
        tally.notes["tried"] += 1


def fail_call(shop: Workshop, job: Job, tally: Tally, library: pathlib.Path, call: str, number: int, stays: bool) -> None:
    folder = shop.set_out(job)
    first = shop.run(folder, job.command, env=failing_environment(library, call, number, stays))
    judge(shop, job, folder, tally, first, f"{call} {number}{' and all after it' * stays} fails", FAILED_CALL)
    shutil.rmtree(folder)


def limited(kind: int, most: int):
    """For Popen: a limit of the child alone. A write over a limit fails and is no signal."""
    def set_limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(kind, (most, most))
    return set_limit


def full_disk(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """No file may grow beyond a random size, as on a disk that is full; /dev/full for output."""
    for job in jobs:
        if "-o" in job.command or not tally.goes_on():
            continue
        with open("/dev/full", "wb") as full:
            folder = shop.set_out(job)
            judge(shop, job, folder, tally, shop.run(folder, job.command, stdout=full), "/dev/full", FULL_DISK)
            shutil.rmtree(folder)
    while tally.goes_on():
        job = rng.choice(jobs)
        most = int(1.5 ** rng.uniform(0, 35))
        folder = shop.set_out(job)
        first = shop.run(folder, job.command, preexec_fn=limited(resource.RLIMIT_FSIZE, most))
        judge(shop, job, folder, tally, first, f"files of {most} bytes at most", FULL_FILE)
        shutil.rmtree(folder)


@contextlib.contextmanager
def small_disk(folder: pathlib.Path):
    """A file system in memory; yields a function that sets its size."""
    def resize(size: int) -> None:
        subprocess.run(["mount", "-o", f"remount,size={size >> 10}k", folder], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512m", "tmpfs", folder], check=True, capture_output=True)
    try:
        yield resize
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def may_mount(folder: pathlib.Path) -> bool:
    try:
        with small_disk(folder):
            return True
    except subprocess.CalledProcessError:
        return False


def used_bytes(disk: pathlib.Path) -> int:
    about = os.statvfs(disk)
    return (about.f_blocks - about.f_bfree) * about.f_frsize


def small_disks(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """A real file system gets full after a random number of bytes; then there is room again."""
    disk = shop.folder / "small disk"
    disk.mkdir(exist_ok=True)
    if not may_mount(disk):
        tally.notes["missing"] = "permission to mount"
        return
    while tally.goes_on():
        job = rng.choice(jobs)
        with small_disk(disk) as resize:
            folder = disk / "run"
            shutil.copytree(job.begins, folder)
            room = int(1.5 ** rng.uniform(0, 38))
            resize(used_bytes(disk) + room)
            first = shop.run(folder, job.command, env={**os.environ, "TMPDIR": str(folder.parent)})
            resize(512 << 20)
            judge(shop, job, folder, tally, first, f"{room} bytes of room", FULL_DISK)


def spilling(shop: Workshop, _jobs: list[Job], tally: Tally, rng: random.Random, library: pathlib.Path) -> None:
    """Collections of many blocks that do not fit into memory: kills, and calls that fail."""
    folder = shop.folder / "spilling"
    folder.mkdir()
    shop = Workshop(shop.whorl, folder, SPILLING_DOCUMENTS, shop.seed)
    jobs = shop.learn(spilling_jobs())
    calls = {job.name: count_calls(shop, job, library) for job in jobs}
    while tally.goes_on():
        job = rng.choice(jobs)
        if rng.random() < 0.5:
            kill_some_times(shop, job, tally, rng)
            continue
        call, made = rng.choice([(call, made) for call, made in calls[job.name].items() if made])
        fail_call(shop, job, tally, library, call, rng.randrange(1, made + 1), call == "write" and rng.random() < 0.5)
    shutil.rmtree(folder)


def little_memory(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """ulimit -v at random."""
    while tally.goes_on():
        job = rng.choice(jobs)
        most = rng.randrange(45 << 20, 700 << 20)
        folder = shop.set_out(job)
        limit = limited(resource.RLIMIT_AS, most)
        if shop.run(folder, ["version"], preexec_fn=limit).status != 0:
            shutil.rmtree(folder)  # the libraries that it needs are not even loaded
            continue
        first = shop.run(folder, job.command, preexec_fn=limit)
        judge(shop, job, folder, tally, first, f"ulimit -v {most >> 10}", NO_MEMORY)
        shutil.rmtree(folder)
