#!/usr/bin/env python3
"""tests/quality/disguise/grade.py [--sources DIR] [--held-out | --all] [--seed S]: how highly
copies rank, by disguise.

For each family and disguise, a run has 40 independent programs and disguised copies of 20 of them. Prints the average
precision of the copies, each with its original, among all pairs, and the mean of each disguise. Families of
the labelled sets come from ../shared/data, the others from DIR/linux, DIR/jdk and DIR/python (unpacked sources).
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from disguises import DISGUISES, is_changed
from families import FAMILIES, PROJECT, programs
from programs import LANGUAGES

PROGRAMS = 40
COPIES = 20
MIN_COPIES = 5  # fewer say nothing


def average_precision(graded):
    """Of (score, whether a copy); ties are one step."""
    steps = collections.defaultdict(lambda: [0, 0])
    for score, copy in graded:
        steps[score][copy] += 1
    found = seen = total = 0
    for _, (others, copies) in sorted(steps.items(), reverse=True):
        seen, found = seen + others + copies, found + copies
        total += copies * found / seen
    return total / found


def write_run(folder, texts, disguise, language, source):
    """One folder a submission; returns how many copies there are, which are those that the disguise changed."""
    for number, text in enumerate(texts):
        write(folder / f"p{number:02}", [text], language)
    copies = 0
    for number, text in enumerate(texts):
        copy = DISGUISES[disguise](text, language, source)
        if copies < COPIES and (disguise == "verbatim" or is_changed(text, copy) or disguise in ("comments", "split")):
            write(folder / f"c{number:02}", copy, language)
            copies += 1
    return copies


def write(folder, texts, language):
    folder.mkdir(parents=True)
    for number, text in enumerate(texts):
        (folder / f"part{number}{language.suffix}").write_text(text)


def pairs_of(folder, options):
    """Score by pair."""
    with tempfile.TemporaryDirectory() as out:
        report = pathlib.Path(out) / "pairs.json"
        subprocess.run([options.whorl, "compare", str(folder), "--limit", "0", "--sort", options.sort,
                        "--normalize", options.normalize, "-q",
                        "--json", str(report), "-o", f"{out}/report"], check=True)
        key = "score" if options.sort == "score" else options.sort
        return {frozenset((pair["a"], pair["b"])): pair[key] for pair in json.loads(report.read_text())["pairs"]}


def graded_run(texts, disguise, language, options):
    """Of each pair of the run: both names, whether the one is a copy of the other, and the score."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "run"
        copies = write_run(folder, texts, disguise, language, random.Random(f"{options.seed} {disguise}"))
        if copies < MIN_COPIES:
            return None
        scores = pairs_of(folder, options)
        names = sorted(path.name for path in folder.iterdir())
    graded = []
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            graded.append((a, b, int(a[0] != b[0] and a[1:] == b[1:]), scores.get(frozenset((a, b)), 0)))
    return graded


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", type=pathlib.Path)
    parser.add_argument("--held-out", action="store_true", help="the families that prices were not tuned on")
    parser.add_argument("--all", action="store_true", help="both halves")
    parser.add_argument("--disguise", action="append", choices=list(DISGUISES), default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sort", default="score")
    parser.add_argument("--normalize", default="plain")
    parser.add_argument("--whorl", default=str(PROJECT / "build/release/bin/whorl"))
    parser.add_argument("--scores", type=pathlib.Path, help="write the score of every pair there, for bench/paired.py")
    options = parser.parse_args()
    columns, lines = {}, []
    with tempfile.TemporaryDirectory() as scratch:
        for family in FAMILIES:
            if not options.all and family.held_out != options.held_out:
                continue
            texts = programs(family, options.sources, pathlib.Path(scratch), PROGRAMS, options.seed)
            if not texts:
                print(f"{family.name}: not there", file=sys.stderr)
                continue
            column = columns[family.name] = {}
            for disguise in options.disguise or DISGUISES:
                graded = graded_run(texts, disguise, LANGUAGES[family.language], options)
                column[disguise] = graded and average_precision([(score, copied) for _, _, copied, score in graded])
                lines += [f"{family.name} {disguise}\t{a}\t{b}\t{copied}\t{score}\n"
                          for a, b, copied, score in graded or []]
    if options.scores:
        options.scores.write_text("".join(lines), encoding="utf-8")
    show(columns)


def show(columns):
    print("| disguise | " + " | ".join(columns) + " | mean |\n|---" * 1 + "|---" * (len(columns) + 1) + "|")
    for disguise in next(iter(columns.values()), {}):
        row = [column[disguise] for column in columns.values()]
        there = [value for value in row if value is not None]
        cells = ["–" if value is None else f"{value:.3f}" for value in [*row, sum(there) / len(there) if there else None]]
        print(f"| {disguise} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
