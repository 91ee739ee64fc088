"""Every command that writes, with the folder that it begins in and the one that it should leave."""

import dataclasses
import hashlib
import json
import pathlib
import random
import shutil
import time

from outcomes import Run, run

LIMITS = ["--threads", "2"]
RECORD = ".whorl-output"  # ends the names of what dedup keeps of its outputs, with their times
STORES = ("s", "kept.jsonl.store", "both")


@dataclasses.dataclass
class Job:
    """A command; `before` are those that make the folder it begins in."""
    name: str
    command: list[str]
    before: tuple[list[str], ...] = ()
    begins: pathlib.Path | None = None
    leaves: dict[str, str] | None = None
    seconds: float = 0


SWEEP = ["sweep", "add", "s", "--date"]
JOBS = [
    Job("cluster", ["cluster", "a.jsonl", "-o", "s", "--write-pairs", *LIMITS]),
    Job("cluster linked", ["cluster", "a.jsonl", "-o", "s", "--pairs", "linked", *LIMITS]),
    Job("cluster survivors", ["cluster", "a.jsonl", "-o", "s", "--pairs", "survivors", "--link", "survivor", *LIMITS]),
    Job("cluster --into", ["cluster", "--into", "s", "b.jsonl", *LIMITS],
        (["cluster", "a.jsonl", "-o", "s"],)),
    Job("recluster", ["recluster", "s", "--resemblance", "0.8", "--link", "survivor"],
        (["cluster", "a.jsonl", "-o", "s"],)),
    Job("dedup", ["dedup", "a.jsonl", "-o", "kept.jsonl", *LIMITS]),
    Job("dedup --passages", ["dedup", "--passages", "a.jsonl", "-o", "cut.jsonl", "--at-least", "20", *LIMITS]),
    Job("merge", ["merge", "s1", "s2", "-o", "both"],
        (["cluster", "a.jsonl", "-o", "s1"], ["cluster", "b.jsonl", "-o", "s2"])),
    Job("sweep add", [*SWEEP, "2026-06-01", "a.jsonl", *LIMITS],
        ([*SWEEP, "2026-05-01", "b.jsonl"],)),
    Job("compare", ["compare", "hw", "-o", "report", "--csv", "csv", *LIMITS]),
    Job("fingerprint", ["fingerprint", "hw", "-o", "hw.whorl", *LIMITS]),
]


def text(words: random.Random, earlier: list[str]) -> str:
    """One in three is an edited copy of an earlier one."""
    if earlier and words.random() < 0.34:
        out = words.choice(earlier).split()
        out[words.randrange(len(out))] = "edited"
        return " ".join(out)
    return " ".join(f"{words.randrange(1 << 20):x}" for _ in range(60))


def write_inputs(folder: pathlib.Path, documents: int, seed: int) -> None:
    words = random.Random(seed)
    texts: list[str] = []
    for name, count in (("a", documents), ("b", documents // 2)):
        with (folder / f"{name}.jsonl").open("w", encoding="ascii") as file:
            for number in range(count):
                texts.append(text(words, texts))
                line = {"id": f"{name}{number}", "url": f"http://h{number % 7}.org/{name}{number}",
                        "text": texts[-1]}
                file.write(json.dumps(line) + "\n")
    (folder / "page.txt").write_text(texts[0], encoding="ascii")
    (folder / "names.txt").write_text("a0\nb1\na2\nunknown\n", encoding="ascii")
    (folder / "hw").mkdir()
    for number in range(documents // 10):
        lines = [f"int f{i}(int a) {{ return a * {words.randrange(9)} + {i % 5}; }}" for i in range(40)]
        (folder / "hw" / f"s{number}.c").write_text("\n".join(lines), encoding="ascii")


class Workshop:
    """Makes folders for jobs, and says what is in one."""

    def __init__(self, whorl: pathlib.Path, folder: pathlib.Path, documents: int, seed: int):
        self.whorl = whorl
        self.folder = folder
        self.inputs = folder / "inputs"
        self.inputs.mkdir()
        write_inputs(self.inputs, documents, seed)
        self.number = 0

    def jobs(self) -> list[Job]:
        """All jobs, each done once undisturbed."""
        for job in JOBS:
            job.begins = self.folder / f"begins {job.name}"
            shutil.copytree(self.inputs, job.begins)
            for command in job.before:
                self.must(job.begins, command)
            here = self.set_out(job)
            began = time.monotonic()
            self.must(here, job.command)
            job.seconds = time.monotonic() - began
            job.leaves = self.contents(here)
            shutil.rmtree(here)
        return JOBS

    def must(self, folder: pathlib.Path, command: list[str]) -> None:
        done = self.run(folder, command)
        if done.status not in (0, 2):
            raise SystemExit(f"whorl {' '.join(command)}: {done.complaint}")

    def run(self, folder: pathlib.Path, command: list[str], **more) -> Run:
        return run([self.whorl, *command], folder, **more)

    def set_out(self, job: Job) -> pathlib.Path:
        self.number += 1
        folder = self.folder / f"run {self.number}"
        shutil.copytree(job.begins, folder)
        return folder

    def contents(self, folder: pathlib.Path) -> dict[str, str]:
        """The hash of each input and output; of a store, what it answers and what people read."""
        out = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if not path.is_file() or path.name.endswith(RECORD):
                continue
            if name.parts[0] in STORES + ("s1", "s2"):
                if path.name in ("clusters.jsonl", "pairs.tsv"):
                    out[str(name)] = digest(path.read_bytes())
            else:
                out[str(name)] = digest(path.read_bytes())
        for store in STORES:
            for question in questions(folder / store):
                answer = self.run(folder, question)
                out[" ".join(question)] = f"{answer.status} {digest(answer.output)}"
        return out

    def difference(self, job: Job, folder: pathlib.Path) -> str:
        """The first thing that is not as an undisturbed run leaves it; empty: none."""
        found = self.contents(folder)
        for name in sorted(found.keys() | job.leaves.keys()):
            if found.get(name) != job.leaves.get(name):
                return f"{name}: {found.get(name)}, not {job.leaves.get(name)}"
        return ""

    def inputs_changed(self, folder: pathlib.Path) -> str:
        for path in self.inputs.rglob("*"):
            copy = folder / path.relative_to(self.inputs)
            if path.is_file() and (not copy.is_file() or copy.read_bytes() != path.read_bytes()):
                return str(path.relative_to(self.inputs))
        return ""


def questions(store: pathlib.Path) -> list[list[str]]:
    if (store / "sweeps.json").exists():
        return [["sweep", "drift", store.name, "--json"],
                ["sweep", "locate", store.name, "http://h1.org/a1"]]
    if (store / "store.json").exists():
        return [["query", store.name, "page.txt", "--json"],
                ["query", store.name, "--group", "names.txt", "--json"]]
    return []


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
