#!/usr/bin/env python3
"""bench/chance.py [--sources FOLDER]: how far `once_in` of `whorl compare` can be trusted.

Runs compare over the labelled sets (../shared/data, or WHORL_DATA) and over a sample of 300 C files
of FOLDER, such as the drivers of a Linux source tree. Prints what share of the independent pairs,
those that share no passage included, has a passage of once in N pairs or more, and the same of the
copies: of independent pairs it should be 1/N at the most.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile

from measuring import ROOT, WHORL

DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
LEVELS = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
SEED, SAMPLE = 20031, 300


def unpacked(name, folder):
    with tarfile.open(DATA / f"{name}.tar.xz") as members:
        members.extractall(folder, filter="data")
    return folder / name


def rows(data):
    return [line.split("\t") for line in (data / "pairs.tsv").read_text().splitlines()[1:]]


class Run:
    """One call of compare: files under names of their own, and what is known of pairs of names."""

    def __init__(self, folder):
        self.folder = folder
        self.flags = []
        self.labels = {}  # by pair of names in order: 1 a copy, 0 independent
        folder.mkdir()

    def add(self, path, name):
        shutil.copyfile(path, self.folder / name)

    def add_all(self, paths):
        for path in paths:
            self.add(path, path.name)

    def label(self, a, b, label):
        self.labels[min(a, b), max(a, b)] = label

    def label_others(self, is_independent=lambda a, b: True):
        for a, b in itertools.combinations(sorted(os.listdir(self.folder)), 2):
            if (a, b) not in self.labels and is_independent(a, b):
                self.labels[a, b] = 0

    def rarest(self):
        """By label: once_in of the most surprising passage of each labelled pair, 0 where there is none."""
        out = self.folder.with_suffix(".json")
        command = [WHORL, "compare", self.folder, "--by", "file", "--limit", "0", "--json", out, "--quiet", *self.flags]
        if subprocess.run(command, check=False).returncode not in (0, 2):
            sys.exit(f"{self.folder} was not compared")
        found = {(pair["a"], pair["b"]): max((p.get("once_in", 0) for p in pair["passages"]), default=0)
                 for pair in json.loads(out.read_bytes())["pairs"]}
        result = collections.defaultdict(list)
        for pair, label in self.labels.items():
            result[label].append(found.get(pair, 0))
        return result


def irplag(work):
    """One run a task: solutions are independent of each other and of the original."""
    data = unpacked("irplag", work)
    for task in sorted((data / "files").iterdir()):
        run = Run(work / f"irplag-{task.name}")
        run.add_all(task.iterdir())
        for a, b in itertools.combinations(sorted(os.listdir(run.folder)), 2):
            kinds = {a.split("-")[0].split(".")[0], b.split("-")[0].split(".")[0]}
            if kinds <= {"non", "original"}:
                run.label(a, b, 0)
            elif "original" in kinds and "non" not in kinds:
                run.label(a, b, 1)
        yield run


def progpedia(work):
    data = unpacked("progpedia-jplag", work)
    run = Run(work / "progpedia")
    run.flags = ["--base", data / "files/base/main.java"]
    run.add_all((data / "files").glob("*.java"))
    for a, b, label, *_ in rows(data):
        run.label(a, b, int(label))
    run.label_others()
    yield run


def codeforces(work):
    """One run a language; programs that disguise one original are copies."""
    data = unpacked("codeforces-cheats", work)
    for language in ("C", "C++", "Python"):
        run = Run(work / f"codeforces-{language}")
        for path in data.glob(f"files/*/{language}/*"):
            run.add(path, f"{path.parts[-3]}_{path.name}")
        names = sorted(os.listdir(run.folder))
        author = {name: name.split("_")[1].split(".")[0] for name in names}
        for a, b in itertools.combinations(names, 2):
            if author[a] == author[b]:
                run.label(a, b, 1)
            elif "cheat" not in a + b:
                run.label(a, b, 0)
        yield run


def conplag(version, same_problem):
    def runs(work):
        data = unpacked("conplag", work)
        run = Run(work / f"conplag-{version}")
        problem = {}
        for a, b, label, which, of, *_ in rows(data):
            if which != version:
                continue
            for path in (a, b):
                run.add(data / "files" / path, pathlib.Path(path).name)
                problem[pathlib.Path(path).name] = of
            if same_problem:
                run.label(pathlib.Path(a).name, pathlib.Path(b).name, int(label))
        if not same_problem:
            run.label_others(lambda a, b: problem[a] != problem[b])
        yield run
    return runs


def answers(work):
    """Answers and the texts that they were taken from; of different tasks they are independent."""
    data = unpacked("clough-stevenson", work)
    run = Run(work / "clough")
    run.add_all((data / "files").iterdir())
    for a, b, label, *_ in rows(data):
        run.label(a, b, int(label))
    run.label_others(lambda a, b: a[-5] != b[-5])
    yield run


def articles(work):
    data = unpacked("minhash-articles", work)
    run = Run(work / "articles")
    run.add_all((data / "files/1000").iterdir())
    for a, b, label, subset, *_ in rows(data):
        if subset == "1000":
            run.label(pathlib.Path(a).name, pathlib.Path(b).name, int(label))
    run.label_others()
    yield run


def sources(folder):
    def runs(work):
        paths = sorted(path for path in folder.rglob("*.c") if 100 <= path.read_bytes().count(b"\n") <= 500)
        run = Run(work / "sources")
        for path in random.Random(SEED).sample(paths, min(SAMPLE, len(paths))):
            run.add(path, path.relative_to(folder).as_posix().replace("/", "_"))
        run.label_others()
        yield run
    return runs


SETS = {
    "codeforces-cheats": codeforces,
    "progpedia-jplag": progpedia,
    "irplag": irplag,
    "conplag templatefree, other problems": conplag("templatefree", False),
    "conplag raw, other problems": conplag("raw", False),
    "conplag raw, the same problem": conplag("raw", True),
    "clough-stevenson": answers,
    "minhash-articles 1000": articles,
}


def shown(share):
    return f"{share:.2g}".replace("0.", ".", 1) if share >= 0.0001 or share == 0 else f"{share:.0e}"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--sources", type=pathlib.Path)
    arguments = options.parse_args()
    sets = dict(SETS)
    if arguments.sources:
        sets[f"{arguments.sources.name}, C"] = sources(arguments.sources)
    print("| set | pairs | " + " | ".join(f"{level:,}" for level in LEVELS) + " |")
    print("|---" * (2 + len(LEVELS)) + "|")
    for name, runs in sets.items():
        values = collections.defaultdict(list)
        with tempfile.TemporaryDirectory() as work:
            for run in runs(pathlib.Path(work)):
                for label, some in run.rarest().items():
                    values[label] += some
        for label, kind in ((0, "independent"), (1, "copies")):
            if some := values[label]:
                shares = [shown(sum(value >= level for value in some) / len(some)) for level in LEVELS]
                print(f"| {name} | {len(some):,} {kind} | " + " | ".join(shares) + " |", flush=True)


if __name__ == "__main__":
    main()
