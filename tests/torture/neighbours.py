"""The parts of `./dev torture` in which several commands use one store at a time."""

import pathlib
import random
import shutil
import subprocess

from jobs import Job, Workshop, digest, questions
from outcomes import Run, Tally


def start(shop: Workshop, folder: pathlib.Path, command: list[str]) -> subprocess.Popen:
    return subprocess.Popen([shop.whorl, *command], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def end_of(process: subprocess.Popen) -> Run:
    try:
        _, complaint = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Run(None)
    return Run(process.returncode, b"", complaint.decode(errors="replace"))


def two_writers(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """The same command twice at a time: the result is that of one."""
    while tally.goes_on():
        job = rng.choice(jobs)
        folder = shop.set_out(job)
        both = [start(shop, folder, job.command) for _ in range(2)]
        ends = [end_of(process) for process in both]
        said = f"{job.name} twice: " + "; ".join(f"{e.status} {e.complaint.strip()[-150:]}" for e in ends)
        worst = [end.verdict() for end in ends if end.verdict() in ("hung", "crashed", "wrong")]
        if worst:
            tally.add(worst[0], said)
        elif all(end.verdict() == "refused" for end in ends):
            tally.add("lost", f"both refuse: {said}")
        else:
            difference = shop.difference(job, folder)
            tally.add("wrong" if difference else "right", f"{said}: {difference}")
        shutil.rmtree(folder)


def different_writers(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """Two commands of one store at a time: both end, the first or the second may refuse with a sentence, and each, given
    again alone, ends as it does after the other."""
    pairs = [(a, b) for a in jobs for b in jobs if a is not b and a.before and a.before == b.before]
    if not pairs:
        return
    while tally.goes_on():
        job, other = rng.choice(pairs)
        folder = shop.set_out(job)
        both = [start(shop, folder, one.command) for one in (job, other)]
        ends = [end_of(process) for process in both]
        said = f"{job.name} beside {other.name}: " + "; ".join(f"{e.status} {e.complaint.strip()[-150:]}" for e in ends)
        worst = [end.verdict() for end in ends if end.verdict() in ("hung", "crashed", "wrong")]
        again = [shop.run(folder, one.command) for one in (job, other)]
        if worst:
            tally.add(worst[0], said)
        elif any(end.verdict() in ("hung", "crashed") for end in again):
            tally.add("crashed", f"{said}; again: {[end.status for end in again]}")
        else:
            unsound = [question for store in ("s", "r") for question in questions(folder / store)
                       if shop.run(folder, question).status not in (0, 1)]
            tally.add("lost" if unsound else "right", f"{said}: {unsound}")
        shutil.rmtree(folder)


def readers(shop: Workshop, jobs: list[Job], tally: Tally, rng: random.Random) -> None:
    """Questions beside a writer: the answer of before or of after, or a sentence."""
    jobs = [job for job in jobs if job.before and (job.begins / "s").exists()]
    before = {}
    for job in jobs:
        for question in questions(job.begins / "s"):
            before[job.name, *question] = shop.run(job.begins, question).output
    while tally.goes_on():
        job = rng.choice(jobs)
        folder = shop.set_out(job)
        writer = start(shop, folder, job.command)
        while writer.poll() is None:
            question = rng.choice(questions(folder / "s"))
            answer = shop.run(folder, question)
            what = f"{' '.join(question)} beside {job.name}: {answer.status} {answer.complaint[-200:]}"
            good = answer.output == before[job.name, *question] or \
                job.leaves[" ".join(question)] == f"{answer.status} {digest(answer.output)}"
            verdict = answer.verdict() or ("right" if good else "wrong")
            tally.add(verdict, what)
        end_of(writer)
        shutil.rmtree(folder)
