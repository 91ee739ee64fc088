#!/usr/bin/env python3
"""bench/chance.py [FOLDER] [--fit]: how often `whorl compare` announces chance wrongly.

FOLDER has solutions that different people wrote for the same tasks: SITE/LANGUAGE/TASK/AUTHOR.ext. Two authors of a
task are an independent pair. For each language the first table shows the share of these pairs that is announced as
once in N or more, with the upper bound of 95 % (bootstrap over authors and tasks; each site has the same weight). The
second table shows the same for the labelled sets in ../shared/data, or WHORL_DATA, copies beside other pairs.
With --fit it prints the thresholds of src/jobs/compare/scoring/announcement.cc, and how thresholds do on the site that they
were not fitted on. bench/chance-sources.txt lists the repositories that the thresholds were fitted on.
"""

import argparse
import collections
import itertools
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from random import Random

from measuring import ROOT, WHORL

DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
LEVELS = (10, 20, 50, 100, 200, 500, 1_000)
SEED = 20031
LANGUAGES = ("c", "cpp", "java", "python")
FILES_A_RUN, FILES_A_SITE, FEWEST_AUTHORS, FEWEST_PAIRS, RESAMPLES = 300, 2_400, 3, 1_000, 200


def unpacked(name, folder):
    with tarfile.open(DATA / f"{name}.tar.xz") as members:
        members.extractall(folder, filter="data")
    return folder / name


def rows(data):
    return [line.split("\t") for line in (data / "pairs.tsv").read_text().splitlines()[1:]]


Pair = collections.namedtuple("Pair", "once_in score bits")
NOTHING = Pair(1, 0.0, 0.0)


class Run:
    """One call of compare: files with unique names, and labels of pairs of names."""

    def __init__(self, folder):
        self.folder = folder
        self.flags = []
        self.tasks = {}  # names of the files of each task
        self.labels = {}  # by ordered pair of names: 1 a copy, 0 independent
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

    def compared(self):
        """A Pair for each listed pair of ordered names."""
        out = self.folder.with_suffix(".json")
        command = [WHORL, "compare", self.folder, "--by", "file", "--limit", "0", "--json", out, "--quiet", *self.flags]
        if subprocess.run(command, check=False).returncode not in (0, 2):
            sys.exit(f"{self.folder} was not compared")
        return {(pair["a"], pair["b"]): Pair(pair.get("once_in", 1), pair["score"],
                                             max((p.get("bits", 0) for p in pair["passages"]), default=0))
                for pair in json.loads(out.read_bytes())["pairs"]}

    def by_label(self):
        """once_in of each labelled pair, by label; 1 if the pair is not listed."""
        found, result = self.compared(), collections.defaultdict(list)
        for pair, label in self.labels.items():
            result[label].append(found.get(pair, NOTHING).once_in)
        return result


def irplag(level):
    def runs(work):
        """All tasks in one run: the original of a task with its copies of one level and with other solutions."""
        data = unpacked("irplag", work)
        run = Run(work / "irplag-run")
        for path in sorted((data / "files").glob("*/*")):
            run.add(path, f"{path.parent.name}+{path.name}")
        for a, b, label, of, *_ in rows(data):
            if of == level or label == "0":
                run.label(a.replace("/", "+"), b.replace("/", "+"), int(label))
        yield run
    return runs


def progpedia(work):
    data = unpacked("progpedia-jplag", work)
    run = Run(work / "progpedia")
    run.flags = ["--base", data / "files/base/main.java"]
    run.add_all((data / "files").glob("*.java"))
    for a, b, label, *_ in rows(data):
        run.label(a, b, int(label))
    run.label_others()
    yield run


def codeforces(language):
    def runs(work):
        """Programs that disguise the same original are copies."""
        data = unpacked("codeforces-cheats", work)
        run = Run(work / "codeforces-run")
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
    return runs


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


SETS = {
    **{f"codeforces-cheats {language}": codeforces(language) for language in ("C", "C++", "Python")},
    "progpedia-jplag": progpedia,
    **{f"irplag {level}": irplag(level) for level in ("L1", "L2", "L3")},
    "conplag, same problem": conplag("raw", True),
    "conplag, same problem, no templates": conplag("templatefree", True),
    "conplag, different problems": conplag("raw", False),
    "conplag, different problems, no templates": conplag("templatefree", False),
}


Independent = collections.namedtuple("Independent", "site task authors pair")


def runs_of(folder, work, random):
    """Runs of about FILES_A_RUN solutions from one site, and the tasks of each."""
    tasks = [(task, sorted(task.iterdir())) for task in sorted(folder.iterdir()) if task.is_dir()]
    tasks = [(task, files) for task, files in tasks if len(files) >= FEWEST_AUTHORS]
    random.shuffle(tasks)
    run, count, total = None, 0, 0
    for task, files in tasks:
        if run is None or count >= FILES_A_RUN:
            if run:
                yield run
            run, count = Run(work / f"{folder.parent.name}-{folder.name}-{total}"), 0
        run.tasks[task.name] = [f"{task.name}+{path.name}" for path in files]
        for path in files:
            run.add(path, f"{task.name}+{path.name}")
        count, total = count + len(files), total + len(files)
        if total >= FILES_A_SITE:
            break
    if run:
        yield run


def independent_pairs(folder, language):
    random, pairs = Random(SEED), []
    for site in sorted(path for path in folder.iterdir() if (path / language).is_dir()):
        with tempfile.TemporaryDirectory() as work:
            for run in runs_of(site / language, pathlib.Path(work), random):
                found = run.compared()
                for task, names in run.tasks.items():
                    for a, b in itertools.combinations(sorted(names), 2):
                        authors = tuple(pathlib.Path(name.split("+", 1)[1]).stem for name in (a, b))
                        pairs.append(Independent(site.name, task, authors, found.get((a, b), NOTHING)))
    of_site = collections.Counter(p.site for p in pairs)
    return [p for p in pairs if of_site[p.site] >= FEWEST_PAIRS]


def weights(pairs, random=None):
    """The weight of each pair: all sites have the same weight. With `random`, one resample of authors and tasks."""
    drawn = [1.0] * len(pairs)
    if random:
        lots = {}
        keys = {(p.site, p.task) for p in pairs} | {(p.site, author) for p in pairs for author in p.authors}
        for key in sorted(keys):
            lots[key] = poisson(random)
        drawn = [lots[p.site, p.task] * lots[p.site, p.authors[0]] * lots[p.site, p.authors[1]] for p in pairs]
    sums = collections.Counter()
    for p, weight in zip(pairs, drawn):
        sums[p.site] += weight
    return [weight / sums[p.site] / len(sums) if sums[p.site] else 0.0 for p, weight in zip(pairs, drawn)]


def poisson(random):
    """A Poisson number with mean 1: how often a member occurs in a large resample."""
    count, product = 0, random.random()
    while product > math.exp(-1):
        count, product = count + 1, product * random.random()
    return count


def shares(pairs, weighted):
    return [sum(w for p, w in zip(pairs, weighted) if p.pair.once_in >= level) for level in LEVELS]


def curve(pairs):
    """For each level the share that is announced, and its upper bound of 95 %."""
    random = Random(SEED)
    resampled = [shares(pairs, weights(pairs, random)) for _ in range(RESAMPLES)]
    upper = [sorted(values)[math.ceil(0.95 * RESAMPLES) - 1] for values in zip(*resampled)]
    return list(zip(shares(pairs, weights(pairs)), upper))


def reached_by(shares_by_level, pairs, value):
    """For each level the value that this share of the pairs reaches."""
    order = sorted(zip((value(p.pair) for p in pairs), weights(pairs)), reverse=True)
    result, above = [], 0.0
    for share in reversed(shares_by_level):
        while order and above + order[0][1] <= share:
            above += order.pop(0)[1]
        result.append(order[0][0] if order else 0.0)
    return result[::-1]


def thresholds(pairs, value):
    """For each level N the value that 1 / 2.5 N of the pairs reach, and up to 100 also 1 / N of the pairs of each site
    alone."""
    result = reached_by([1 / (2.5 * level) for level in LEVELS], pairs, value)
    few = [level for level in LEVELS if level <= 100]
    for site in {p.site for p in pairs}:
        alone = reached_by([1 / level for level in few], [p for p in pairs if p.site == site], value)
        result = [max(both) for both in zip(result, alone)] + result[len(few):]
    return [max(result[:i + 1]) for i in range(len(result))]


def fitted(pairs):
    return thresholds(pairs, lambda p: p.bits), thresholds(pairs, lambda p: p.score)


def share_over(pairs, limits, level):
    i = LEVELS.index(level)
    return sum(p.pair.bits > limits[0][i] or p.pair.score > limits[1][i] for p in pairs) / len(pairs)


def print_fit(language, pairs):
    bits, scores = fitted(pairs)
    print(f'    {{.recipe = "code:{language}/k=7/winnow:w=2",')
    print(f"     .bits = {{{', '.join(f'{math.ceil(10 * value + 1) / 10:.1f}' for value in bits)}}},")
    print(f"     .scores = {{{', '.join(f'{math.ceil(10000 * value + 1) / 10000:.4f}' for value in scores)}}}}},")
    for site in sorted({p.site for p in pairs}):
        rest, own = [p for p in pairs if p.site != site], [p for p in pairs if p.site == site]
        if rest:
            limits = fitted(rest)
            print(f"    // fitted without {site}: of its {len(own):,} pairs",
                  ", ".join(f"{share_over(own, limits, n):.2g} at {n}" for n in (10, 100, 1_000)))


def shown(share):
    return f"{share:.2g}".replace("0.", ".", 1) if share >= 0.0001 or share == 0 else f"{share:.0e}"


def print_independent(folder, fit):
    print("| independent pairs | tasks, authors, pairs | " + " | ".join(f"{level:,}" for level in LEVELS) + " |")
    print("|---" * (2 + len(LEVELS)) + "|")
    for language in LANGUAGES:
        pairs = independent_pairs(folder, language)
        tasks = {(p.site, p.task) for p in pairs}
        authors = {author for p in pairs for author in p.authors}
        row = [f"{shown(share)} (≤ {shown(upper)})" for share, upper in curve(pairs)]
        print(f"| {language} | {len(tasks):,}, {len(authors):,}, {len(pairs):,} | {' | '.join(row)} |", flush=True)
        if fit:
            print_fit(language, pairs)


def print_labelled():
    print("| labelled set | pairs | " + " | ".join(f"{level:,}" for level in LEVELS) + " |")
    print("|---" * (2 + len(LEVELS)) + "|")
    for name, runs in SETS.items():
        values = collections.defaultdict(list)
        with tempfile.TemporaryDirectory() as work:
            for run in runs(pathlib.Path(work)):
                for label, some in run.by_label().items():
                    values[label] += some
        for label, kind in ((0, "others"), (1, "copies")):
            if some := values[label]:
                row = [shown(sum(value >= level for value in some) / len(some)) for level in LEVELS]
                print(f"| {name} | {len(some):,} {kind} | " + " | ".join(row) + " |", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("folder", nargs="?", type=pathlib.Path)
    options.add_argument("--fit", action="store_true")
    arguments = options.parse_args()
    if arguments.folder:
        print_independent(arguments.folder, arguments.fit)
    if not arguments.fit:
        print_labelled()


if __name__ == "__main__":
    main()
