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
REGISTRIES = ("r", "k", "again")
BACKUPS = "copies"


@dataclasses.dataclass
class Job:
    """A command; `before` are those that make the folder it begins in."""
    name: str
    command: list[str]
    before: tuple[list[str], ...] = ()
    begins: pathlib.Path | None = None
    leaves: dict[str, str] | None = None
    seconds: float = 0


CODE = "code:c/k=15/robust:w=10"
CREATE, ADD = ["registry", "create", "r"], ["registry", "add", "r"]
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
    Job("registry create", ["registry", "create", "r"]),
    Job("registry add", [*ADD, "b.jsonl", "--owner", "two"], (CREATE, [*ADD, "a.jsonl", "--owner", "one"])),
    Job("registry replace", [*ADD, "changed.jsonl", "--owner", "one"], (CREATE, [*ADD, "a.jsonl", "--owner", "one"])),
    Job("registry remove", ["registry", "remove", "r", "--owner", "two"],
        (CREATE, [*ADD, "a.jsonl", "--owner", "one"], [*ADD, "b.jsonl", "--owner", "two"])),
    Job("registry compact", ["registry", "compact", "r"],
        (CREATE, [*ADD, "a.jsonl", "--owner", "one"], ["registry", "remove", "r", "--name", "a1"])),
    Job("registry refresh", ["registry", "refresh", "k", "a.jsonl", "--key", "key"],
        (["registry", "create", "k", "--scheme", "koala", "--key", "key"], ["registry", "add", "k", "a.jsonl", "--key", "key"])),
    Job("registry import", ["registry", "import", "r", "hw.whorl"],
        (["fingerprint", "hw", "-o", "hw.whorl", "--recipe", CODE], [*CREATE, "--recipe", CODE])),
    Job("registry export", ["registry", "export", "r", "r.whorl"], (CREATE, [*ADD, "a.jsonl"])),
    Job("registry backup", ["registry", "backup", "r", BACKUPS], (CREATE, [*ADD, "a.jsonl"], ["registry", "backup", "r", BACKUPS], [*ADD, "b.jsonl"])),
    Job("registry restore", ["registry", "restore", "again", BACKUPS], (CREATE, [*ADD, "a.jsonl"], ["registry", "backup", "r", BACKUPS])),
    Job("lab guarantee", ["lab", "guarantee", "--noise", "8", "--window", "12", "--svg", "found.svg"]),
]
# Those that spill what does not fit into memory, on documents enough for many blocks.
SPILLING = ("cluster", "cluster --into", "dedup", "dedup --passages", "merge", "sweep add")
SPILLING_DOCUMENTS = 2500


def spilling_jobs() -> list[Job]:
    return [dataclasses.replace(job, name=f"{job.name}, spilling", command=[*job.command, "--memory", "1M"])
            for job in JOBS if job.name in SPILLING]


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
    changed = (folder / "a.jsonl").read_text(encoding="ascii").replace("edited", "changed again")
    (folder / "changed.jsonl").write_text(changed, encoding="ascii")
    (folder / "key").write_text("5eed" * 16, encoding="ascii")
    (folder / "key").chmod(0o600)
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
        self.seed = seed
        self.inputs = folder / "inputs"
        self.inputs.mkdir()
        write_inputs(self.inputs, documents, seed)
        self.number = 0

    def learn(self, jobs: list[Job]) -> list[Job]:
        """These jobs, each done once undisturbed."""
        for job in jobs:
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
        return jobs

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
            if name.parts[0] in REGISTRIES + (BACKUPS,):
                continue
            if name.parts[0] in STORES + ("s1", "s2"):
                if path.name in ("clusters.jsonl", "pairs.tsv"):
                    out[str(name)] = digest(path.read_bytes())
            else:
                out[str(name)] = digest(path.read_bytes())
        for store in STORES + REGISTRIES:
            for question in questions(folder / store):
                answer = self.run(folder, question)
                out[" ".join(question)] = f"{answer.status} {digest(answer.output)}"
        if (folder / BACKUPS / "backups").is_dir():
            out[BACKUPS] = self.last_backup(folder)
        return out

    def last_backup(self, folder: pathlib.Path) -> str:
        """The contents of the registry that is restored from it."""
        restored = folder / "restored"
        made = self.run(folder, ["registry", "restore", restored.name, BACKUPS, "-q"])
        listed = self.run(folder, ["registry", "list", restored.name])
        shutil.rmtree(restored, ignore_errors=True)
        return f"{made.status} {listed.status} {digest(listed.output)}"

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
    if (store / "registry.json").exists():
        key = ["--key", "key"] if store.name == "k" else []
        asked = [["registry", "list", store.name, *key], ["registry", "check", store.name, *key]]
        return asked + [["registry", "search", store.name, "page.txt"]] * (store.name == "r")
    if (store / "sweeps.json").exists():
        return [["sweep", "drift", store.name, "--json"],
                ["sweep", "locate", store.name, "http://h1.org/a1"]]
    if (store / "store.json").exists():
        return [["query", store.name, "page.txt", "--json"],
                ["query", store.name, "--group", "names.txt", "--json"]]
    return []


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
