#!/usr/bin/env python3
"""Damages the files of stores and asks the program: it gives the right answer or refuses.

Stores of several shapes are made with the program itself. Each mutation changes one file of one
store, a manifest or one that a manifest's table names; then every command that reads the store runs
on a copy of its own. A command may answer as it does on the whole store, or end with status 3.
Anything else fails: other bytes with status 0, another status, a signal, no end, a memory request
past the limit. `whorl check` may miss nothing that another command refuses.

usage: mutate_store.py WHORL [--seed N] [--count N] [--first N] [--keep FOLDER] [--no-limit]

Mutation I of a seed is always the same: --first I --count 1 repeats it, --keep saves the store it
damaged. --no-limit is for sanitizer builds, which take address space without end.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

BLOCK = 16384
ADVISED = 3  # the advice is followed for one mutation in this many
SECONDS = 60
ADDRESS_SPACE = 3 << 30
# Nothing is read from these: outputs for people and programs, and the lock.
NOT_READ = {"clusters.jsonl", "pairs.tsv", "stats.json", "times.json", "store.lock"}
MANIFESTS = {"store.json", "store.next.json", "sweeps.json"}
# Messages of a command that ends with status 1 because the manifest is missing.
NO_STORE = ("no store", "is not a store", "not finished", "has no sweeps", "contains files other than")


def write_documents(path: pathlib.Path, seed: int, count: int, name: str = "d") -> None:
    """Two in three are edited copies of earlier ones; some are equal, some long."""
    rng = random.Random(seed)
    texts: list[list[str]] = []
    with path.open("w", encoding="ascii") as file:
        for number in range(count):
            if texts and number % 3:
                text = list(rng.choice(texts))
                for _ in range(number % 7):
                    text[rng.randrange(len(text))] = f"edit{rng.randrange(99)}"
            else:
                text = [f"{rng.randrange(1 << 24):x}" for _ in range(rng.choice((60, 150, 400)))]
            texts.append(text)
            line = {"id": f"{name}{number}", "url": f"http://h{number % 5}.org/{name[1:]}{number}",
                    "date": f"2026-{1 + number % 12:02}-01", "text": " ".join(text)}
            file.write(json.dumps(line) + "\n")


@dataclasses.dataclass
class Answer:
    status: int | str
    output: bytes
    complaint: str


def without_times(text: bytes) -> bytes:
    return re.sub(rb'"seconds": *[0-9.e+-]+', b'"seconds":0', text)


@dataclasses.dataclass
class Program:
    whorl: str

    def run(self, folder: pathlib.Path, arguments: list[str]) -> Answer:
        try:
            done = subprocess.run([self.whorl, *arguments], cwd=folder, capture_output=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return Answer("hung", b"", "")
        return Answer(done.returncode, without_times(done.stdout),
                      done.stderr.decode(errors="replace"))

    def make(self, folder: pathlib.Path, *arguments: str) -> None:
        answer = self.run(folder, list(arguments))
        if answer.status != 0:
            sys.exit(f"whorl {' '.join(arguments)}: {answer.status}\n{answer.complaint}")


@dataclasses.dataclass
class Question:
    """A command on the store `s`, and the file whose bytes are part of its answer."""
    arguments: list[str]
    writes: str = ""

    def only_reads(self) -> bool:
        return self.arguments[0] in ("check", "query") or self.arguments[1] in ("drift", "locate")


@dataclasses.dataclass
class Shape:
    name: str
    questions: list[Question]
    answers: list[Answer] = dataclasses.field(default_factory=list)


LIMITS = ["--memory", "32M", "--threads", "1", "-q"]
CHECK = Question(["check", "s", "-q"])
READ_CLUSTERS = [
    CHECK,
    Question(["query", "s", "page.txt", "--json"]),
    Question(["query", "s", "--url", "http://h1.org/1", "--json"]),
    Question(["query", "s", "--cluster", "0", "--json"]),
    Question(["query", "s", "--group", "names.txt", "--json"]),
]
PASSAGES = Question(["query", "s", "--passages", "page.txt", "--json"])
GROW = [
    Question(["recluster", "s", "--survivor", "newest", "-q"], "s/clusters.jsonl"),
    Question(["cluster", "--into", "s", "more.jsonl", *LIMITS], "s/clusters.jsonl"),
    Question(["merge", "s", "other", "-o", "both", *LIMITS], "both/clusters.jsonl"),
]
OTHERWISE = [
    Question(["dedup", "more.jsonl", "--against", "s", "-o", "kept.jsonl", *LIMITS], "kept.jsonl"),
    Question(["recluster", "s", "-r", "0.7", "-q"], "s/clusters.jsonl"),
    Question(["recluster", "s", "-r", "0.6", "--link", "survivor", "-q"], "s/clusters.jsonl"),
]
SWEEPS = [
    CHECK,
    Question(["sweep", "drift", "s", "--json"]),
    Question(["sweep", "locate", "s", "http://h1.org/1", "--json"]),
    Question(["sweep", "locate", "s", "http://h2.org/7", "--json"]),
    Question(["sweep", "add", "s", "--date", "2026-07-01", "more.jsonl", *LIMITS]),
]
SHAPES = {
    "pairs": ["--keep-from", "0.3", "--sketch", "min:40"],
    "linked": ["--pairs", "linked"],
    "common": ["--common", "8", "--sketch", "min:40"],
    "positions": ["--positions"],
}


def make_shapes(program: Program, folder: pathlib.Path) -> list[Shape]:
    """FOLDER/SHAPE/s is the store, /other one of other documents, /earlier s before it grew."""
    write_documents(folder / "a.jsonl", 1, 240)
    write_documents(folder / "b.jsonl", 2, 240)
    write_documents(folder / "more.jsonl", 3, 40, "d-more")
    lines = (folder / "a.jsonl").read_text().splitlines(keepends=True)
    (folder / "begin.jsonl").write_text("".join(lines[:200]))
    (folder / "end.jsonl").write_text("".join(lines[200:]))
    with (folder / "more.jsonl").open("a") as more:
        for number, line in enumerate(lines[:20]):
            again = {"id": f"again{number}", "text": json.loads(line)["text"]}
            more.write(json.dumps(again) + "\n")
    (folder / "page.txt").write_text(json.loads(lines[4])["text"])
    (folder / "names.txt").write_text("".join(f"d{n}\n" for n in range(0, 60, 3)))
    shapes = []
    for name, flags in SHAPES.items():
        here = folder / name
        here.mkdir()
        common = [*flags, *LIMITS]
        program.make(here, "cluster", "../begin.jsonl", "-o", "s", *common)
        shutil.copytree(here / "s", here / "earlier")
        program.make(here, "cluster", "--into", "s", "../end.jsonl", *common)
        program.make(here, "cluster", "../b.jsonl", "-o", "other", *common)
        otherwise = [] if name == "linked" else OTHERWISE  # knows no pairs
        passages = [PASSAGES] if name == "positions" else []
        shapes.append(Shape(name, READ_CLUSTERS + passages + GROW + otherwise))
    shapes.append(open_shape(folder))
    here = folder / "sweeps"
    here.mkdir()
    add = ["sweep", "add", *LIMITS, "--date"]
    program.make(here, *add, "2026-05-01", "s", "../begin.jsonl")
    shutil.copytree(here / "s", here / "earlier")
    program.make(here, *add, "2026-06-01", "s", "../a.jsonl")
    program.make(here, *add, "2026-05-01", "other", "../b.jsonl")
    program.make(here, *add, "2026-06-01", "other", "../more.jsonl")
    shapes.append(Shape("sweeps", SWEEPS))
    return shapes


def open_shape(folder: pathlib.Path) -> Shape:
    """A store to which documents were being added, stopped when all but the last step was done."""
    here, grown = folder / "open", folder / "pairs/s"
    for store in ("other", "earlier"):
        shutil.copytree(folder / "pairs" / store, here / store)
    shutil.copytree(here / "earlier", here / "s")
    for path in files_of(grown):
        shutil.copy(path, here / "s" / ("store.next.json" if path.name == "store.json" else path.name))
    goes_on = Question(["cluster", "--into", "s", "../end.jsonl", *LIMITS], "s/clusters.jsonl")
    return Shape("open", READ_CLUSTERS + [goes_on])


def files_of(store: pathlib.Path) -> list[pathlib.Path]:
    return sorted(p for p in store.iterdir() if p.is_file() and p.name not in NOT_READ)


def kind_of(path: pathlib.Path) -> str:
    """Of a file, without number and generation: index.bin of index-3.2.bin."""
    return re.sub(r"(-\d+)?\.\d+\.", ".", path.name)


def target(rng: random.Random, store: pathlib.Path) -> pathlib.Path:
    """Each kind of file as often as the others; a manifest as often as two."""
    kinds = collections.defaultdict(list)
    for path in files_of(store):
        kinds[kind_of(path)].append(path)
    names = [name for name in sorted(kinds) for _ in range(1 + (name in MANIFESTS))]
    return rng.choice(kinds[rng.choice(names)])


def kin(store: pathlib.Path, name: str) -> bytes:
    """The file of that name in another store, of whatever generation; nothing where it has none."""
    alike = re.sub(r"\.\d+\.", ".", name)
    return next((p.read_bytes() for p in files_of(store)
                 if re.sub(r"\.\d+\.", ".", p.name) == alike), b"")


def mutate(rng: random.Random, path: pathlib.Path, whole: pathlib.Path) -> str:
    """Changes the file in one way and returns a description; the bytes may be the same as before.
    Other stores are in the folder WHOLE."""
    old = path.read_bytes()
    data = bytearray(old)
    kinds = ["flip", "byte", "zero", "swap", "cut", "empty", "gone", "longer", "kind", "other"]
    kind = rng.choice(kinds + (["earlier"] if path.name not in MANIFESTS else []))
    at = rng.randrange(len(data)) if data else 0
    if kind == "flip" and data:
        data[at] ^= 1 << rng.randrange(8)
    elif kind == "byte" and data:
        data[at] = rng.randrange(256)
    elif kind == "zero":
        end = min(len(data), at + rng.choice((4, 64, 1024)))
        data[at:end] = bytes(end - at)
    elif kind == "swap":
        size = rng.choice((8, 24, 104, 1024, BLOCK))
        blocks = len(data) // size
        if blocks > 1:
            a, b = sorted(rng.sample(range(blocks), 2))
            one, two = data[a * size:(a + 1) * size], data[b * size:(b + 1) * size]
            data[a * size:(a + 1) * size], data[b * size:(b + 1) * size] = two, one
    elif kind == "cut":
        del data[at:]
    elif kind == "empty":
        data.clear()
    elif kind == "longer":
        data += rng.randbytes(rng.choice((1, 24, 104, BLOCK)))
    elif kind == "kind":
        others = [p for p in files_of(path.parent) if p != path and not {p.name, path.name} <= MANIFESTS]
        data = bytearray(rng.choice(others).read_bytes())  # one manifest for another is the end of a run
    elif kind in ("other", "earlier"):
        data = bytearray(kin(whole / kind, path.name))
    if kind == "gone":
        path.unlink()
        return "gone"
    path.write_bytes(data)
    return kind if data != old else ""


def ask(program: Program, folder: pathlib.Path, question: Question) -> Answer:
    """The answer of a command to a store in FOLDER, with the bytes of what it writes."""
    answer = program.run(folder, question.arguments)
    if answer.status == 0 and question.writes:
        path = folder / question.writes
        answer.output += path.read_bytes() if path.is_file() else b"nothing was written"
    if answer.status == 0 and "add" in question.arguments:
        drift = program.run(folder, ["sweep", "drift", "s", "--json"])
        if drift.status != 0:
            return drift  # of what the command had no need to read
        answer.output += drift.output
    return answer


def set_out(whole: pathlib.Path, to: pathlib.Path, store: pathlib.Path) -> None:
    """A folder for one command: a copy of the store as `s`, another store, and the inputs."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    shutil.copytree(store, to / "s")
    (to / "other").symlink_to(whole / "other")
    for name in ("more.jsonl", "page.txt", "names.txt"):
        shutil.copy(whole.parent / name, to / name)


def verdict(got: Answer, right: Answer) -> str:
    """One of right, refused, and the ways to fail."""
    if got.status == 0:
        return "right" if got.output == right.output else "WRONG"
    if got.status == "hung":
        return "HUNG"
    if got.status < 0 or got.status >= 128 or "Sanitizer" in got.complaint:
        return "CRASHED"
    if "memory" in got.complaint:
        return "MEMORY"
    if got.status == 3 and not got.complaint.startswith("whorl: "):
        return "SILENT"
    no_store = any(words in got.complaint for words in NO_STORE)
    return "refused" if got.status == 3 or (got.status == 1 and no_store) else "STATUS"


def try_one(program: Program, folder: pathlib.Path, shape: Shape, damaged: pathlib.Path):
    """The results of every command, including `check`, on the damaged store: MISSED if check finds
    a store intact that other commands refuse."""
    work = folder / "work"
    sound = False
    set_out(folder / shape.name, work, damaged)
    touched = False
    for question, right in zip(shape.questions, shape.answers):
        if touched:
            set_out(folder / shape.name, work, damaged)
        touched = not question.only_reads()
        got = ask(program, work, question)
        said = verdict(got, right)
        if question is CHECK:
            sound = said == "right"
        missed = sound and said == "refused" and got.status == 3
        yield question, got, "MISSED" if missed else said


NAMED = re.compile(r"whorl: (?:s/)?([\w.-]+\.(?:bin|json|jsonl)):")
NAMED_BESIDE = re.compile(r"\(read with ([^)]*)\)")
MOST_ADVICE = 12  # followed in turn: as many as a store has files that people would replace


def follow_advice(program: Program, folder: pathlib.Path, shape: Shape, damaged: pathlib.Path) -> str:
    """Does what the refusals of `check` advise until it finds the store sound; nothing where every other command answers
    then as it does on the whole store, else what is wrong."""
    whole, work = folder / shape.name / "s", folder / "work"
    set_out(folder / shape.name, work, damaged)
    for _ in range(MOST_ADVICE):
        checked = program.run(work, CHECK.arguments)
        if checked.status == 0:
            break
        if wrong := one_advice(program, work, whole, checked.complaint):
            return wrong
    else:
        return f"the advice has no end: {checked.complaint.strip()[:200]}"
    sound = folder / "sound"
    shutil.rmtree(sound, ignore_errors=True)
    shutil.copytree(work / "s", sound)
    for question, right in zip(shape.questions, shape.answers):
        if shape.name == "open" and question is not CHECK:
            continue  # recluster has ended the run that was stopped
        set_out(folder / shape.name, work, sound)
        got = ask(program, work, question)
        if verdict(got, right) != "right":
            return f"after it whorl {' '.join(question.arguments)}: {got.status} {got.complaint.strip()[:200]}"
    return ""


def one_advice(program: Program, work: pathlib.Path, whole: pathlib.Path, complaint: str) -> str:
    if "remove the manifest that names it" in complaint:
        (work / "s/store.next.json").unlink()
        return ""
    if "`whorl recluster` writes it again" in complaint and "from a copy" not in complaint:
        return "" if program.run(work, ["recluster", "s", "-q"]).status == 0 else f"whorl recluster refuses: {complaint}"
    if "from a copy" not in complaint and not any(words in complaint for words in NO_STORE):
        return f"no advice: {complaint.strip()[:200]}"
    manifests = [path for path in files_of(whole) if path.name in MANIFESTS]
    replaced = replace_what_differs(named_files(whole, complaint), work) or replace_what_differs(manifests, work)
    return "" if replaced else f"names no file that is damaged: {complaint.strip()[:200]}"


def replace_what_differs(copies: list[pathlib.Path], work: pathlib.Path) -> bool:
    differing = [path for path in copies
                 if not (work / "s" / path.name).exists() or (work / "s" / path.name).read_bytes() != path.read_bytes()]
    for path in differing:
        shutil.copy(path, work / "s" / path.name)
    return bool(differing)


def named_files(whole: pathlib.Path, complaint: str) -> list[pathlib.Path]:
    """Those that it names by their name or, `documents.bin` for documents.2.bin, by their kind."""
    names = set(NAMED.findall(complaint))
    kinds = {kind for list_ in NAMED_BESIDE.findall(complaint) for kind in list_.split(", ")}
    return [path for path in files_of(whole) if path.name in names or kind_of(path) in kinds]


def learn(program: Program, folder: pathlib.Path, shape: Shape) -> None:
    """The right answers; the same twice, or no comparison would say anything."""
    whole = folder / shape.name / "s"
    for question in shape.questions:
        set_out(folder / shape.name, folder / "work", whole)
        shape.answers.append(ask(program, folder / "work", question))
        if shape.answers[-1].status != 0:
            sys.exit(f"{shape.name}: whorl {' '.join(question.arguments)} fails on a whole store: "
                     f"{shape.answers[-1].complaint}")
    for question, _, said in try_one(program, folder, shape, whole):
        if said != "right":
            sys.exit(f"{shape.name}: whorl {' '.join(question.arguments)} answers otherwise the "
                     "second time")


def damage(rng: random.Random, folder: pathlib.Path, shapes: list[Shape]):
    """A damaged copy in FOLDER/damaged/s, with its shape, the file, and how."""
    while True:
        shape = rng.choice(shapes)
        base = folder / "damaged"
        shutil.rmtree(base, ignore_errors=True)
        shutil.copytree(folder / shape.name / "s", base / "s")
        path = target(rng, base / "s")
        if kind := mutate(rng, path, folder / shape.name):
            return shape, path.name, kind


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("whorl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--no-limit", action="store_true")
    options = parser.parse_args()
    program = Program(str(pathlib.Path(options.whorl).resolve()))
    if not options.no_limit:  # for this process too, which needs little
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    seen: collections.Counter[str] = collections.Counter()
    of_mutations: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shapes = make_shapes(program, folder)
        for shape in shapes:
            learn(program, folder, shape)
        for number in range(options.first, options.first + options.count):
            rng = random.Random(f"{options.seed}:{number}")
            shape, file, kind = damage(rng, folder, shapes)
            worst = set()
            if number % ADVISED == 0:
                wrong = follow_advice(program, folder, shape, folder / "damaged" / "s")
                seen["right" if not wrong else "DEADEND"] += 1
                if wrong:
                    worst.add("DEADEND")
                    print(f"{number}: {shape.name}/{file} {kind}: DEADEND {wrong}", flush=True)
            for question, got, said in try_one(program, folder, shape, folder / "damaged" / "s"):
                seen[said] += 1
                if said.isupper():
                    worst.add(said)
                    print(f"{number}: {shape.name}/{file} {kind}: whorl "
                          f"{' '.join(question.arguments)}: {said} ({got.status}) "
                          f"{got.complaint.strip()[:160]}", flush=True)
            of_mutations.update(worst)
            if worst and options.keep:
                shutil.copytree(folder / "damaged" / "s", options.keep / str(number),
                                dirs_exist_ok=True)
    print(f"seed {options.seed}, {options.count} mutations, {sum(seen.values())} answers: "
          + ", ".join(f"{n} {said}" for said, n in sorted(seen.items())))
    print("mutations that failed: "
          + (", ".join(f"{n} {said}" for said, n in sorted(of_mutations.items())) or "none"))
    return 1 if of_mutations else 0


if __name__ == "__main__":
    sys.exit(main())
