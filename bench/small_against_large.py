#!/usr/bin/env python3
"""bench/small_against_large.py FOLDER GLOB [--short N] [--long N] [--seed S] [-o DIR]: idiom or copy?

A run contains short files (25 to 150 tokens), long ones (1,000 to 10,000 tokens), and excerpts of 60 to 150 tokens from
long ones. Files are unrelated if they are from different parts of FOLDER (folders in it). Half of the excerpts have
other names (none in Python). With --torn there are also copies of short and long files whose values were wrapped, or
whose calls were extracted into variables. Comments, imports and includes are removed first. Reports how many unrelated
pairs reach a score of 0.5, and how the copies rank above all unrelated pairs.
"""

import argparse
import csv
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from disguise import renamed

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/quality/disguise"))

from disguises import DISGUISES, is_changed  # noqa: E402
from programs import LANGUAGES, bare, tokens  # noqa: E402

TORN = 100  # copies of a kind
IMPORT = re.compile(r"\s*(import|package|from|using)\b|\s*#\s*include\b")


def language_of(suffix):
    return next(language for language in LANGUAGES.values() if language.suffix == suffix)


def code_of(path):
    """The text without comments, blank lines and what `compare` drops: imports and includes."""
    lines = bare(path.read_text(errors="replace"), language_of(path.suffix)).splitlines(keepends=True)
    return "".join(line for line in lines if not IMPORT.match(line))


def choose(root, glob, counts, source):
    """Short and long files, one a folder each, in a random order."""
    short, long, folders = [], [], set()
    paths = sorted(path for path in root.rglob(glob) if path.is_file())
    source.shuffle(paths)
    for path in paths:
        size = path.stat().st_size
        wants = short if size < 4_000 and len(short) < counts[0] else long if size > 4_000 else None
        if wants is None or (wants is long and len(long) == counts[1]) or size > 200_000:
            continue
        if (path.parent, wants is short) in folders:
            continue
        text = code_of(path)
        count = len(tokens(text))
        if 25 <= count <= 150 if wants is short else 1_000 <= count <= 10_000:
            wants.append((path, text))
            folders.add((path.parent, wants is short))
    return short, long


def excerpt(text, source):
    """Whole lines out of the middle, of 60 to 150 tokens."""
    lines = text.splitlines(keepends=True)
    for _ in range(50):
        begin = source.randrange(len(lines))
        part = ""
        for line in lines[begin:]:
            part += line
            if len(tokens(part)) >= 60:
                break
        if 60 <= len(tokens(part)) <= 150:
            return part
    return None


def write_files(folder, suffix, files):
    """Which file each submission is."""
    names = {}
    for kind, members in zip(("short", "long"), files):
        for number, (path, text) in enumerate(members):
            name = f"{kind}{number}{suffix}"
            (folder / name).write_text(text)
            names[name] = str(path)
    return names


def is_renamed(name, suffix):
    """Every second excerpt."""
    return suffix != ".py" and int(name.removeprefix("copy").removesuffix(suffix)) % 2 == 1


def write_excerpts(folder, suffix, long, source):
    """Which of them was taken out of which."""
    copies = {}
    for number, (path, text) in enumerate(long[:200]):
        if part := excerpt(text, source):
            name = f"copy{number}{suffix}"
            (folder / name).write_text(renamed(part, language_of(suffix).words) if is_renamed(name, suffix) else part)
            copies[name] = f"long{number}{suffix}"
    return copies


def write_torn(folder, suffix, files, source):
    """Copies by kind: wrapped and extracted ones of the last files of either size, which have no excerpt."""
    kinds = {}
    for size, members in zip(("short", "long"), files):
        for disguise in ("wrapped", "extracted"):
            copies = kinds[f"{disguise} copies of {size} files"] = {}
            for number, (_, text) in reversed(list(enumerate(members))):
                (torn,) = DISGUISES[disguise](text, language_of(suffix), source)
                if len(copies) < TORN and is_changed(text, [torn]):
                    name = f"{disguise}-{size}{number}{suffix}"
                    (folder / name).write_text(torn)
                    copies[name] = f"{size}{number}{suffix}"
    return kinds


def part_of(path, root):
    """The first folder, or the file: below it files copy each other's conventions."""
    return pathlib.Path(path).relative_to(root).parts[0]


def unrelated_pairs(names, options):
    """Of files of different parts; without the pairs that were found to be copies by inspection."""
    part = {name: part_of(path, options.folder) for name, path in names.items()}
    copies = {frozenset(str(options.folder / path) for path in pair.split(",")) for pair in options.copy}
    return [(a, b) for a, b in itertools.combinations(names, 2)
            if part[a] != part[b] and frozenset((names[a], names[b])) not in copies]


def average_precision(scores):
    """Of (score, is a copy); ties are one step."""
    copies = sum(copy for _, copy in scores)
    found = seen = 0
    total = 0.0
    by_score = {}
    for score, copy in scores:
        by_score.setdefault(score, []).append(copy)
    for score in sorted(by_score, reverse=True):
        members = by_score[score]
        seen += len(members)
        found += sum(members)
        total += found / seen * sum(members)
    return total / copies


def write_scores(target, torn, others, score):
    """Each kind of copies with the unrelated pairs, as a set of its own."""
    with open(target, "w", encoding="utf-8") as out:
        for kind, pairs in torn.items():
            out.writelines(f"{kind}\t{a}\t{b}\t1\t{score.get((a, b), 0)}\n" for a, b in pairs.items())
            out.writelines(f"{kind}\t{a}\t{b}\t0\t{value}\n" for value, a, b in others)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("glob")
    parser.add_argument("--short", type=int, default=1000)
    parser.add_argument("--long", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copy", action="append", default=[], metavar="A,B",
                        help="paths in FOLDER that are no unrelated pair: looked at, they are copies")
    parser.add_argument("--torn", action="store_true")
    parser.add_argument("--whorl", default=str(PROJECT / "build/release/bin/whorl"))
    parser.add_argument("--scores", type=pathlib.Path, help="write the scores of torn copies and of all unrelated pairs "
                        "there, for bench/paired.py")
    parser.add_argument("--show", type=int, default=0, help="unrelated pairs of the greatest score to list")
    options = parser.parse_args()
    source = random.Random(options.seed)
    files = choose(options.folder, options.glob, (options.short, options.long), source)
    with tempfile.TemporaryDirectory() as name:
        run = pathlib.Path(name) / "run"
        run.mkdir()
        suffix = pathlib.Path(options.glob).suffix
        names = write_files(run, suffix, files)
        copies = write_excerpts(run, suffix, files[1], source)
        torn = write_torn(run, suffix, files, source) if options.torn else {}
        out = pathlib.Path(name) / "pairs.csv"
        subprocess.run([options.whorl, "compare", str(run), "--by", "file", "--limit", "0", "-q", "--csv", str(out)],
                       check=True)
        with open(out, encoding="utf-8-sig", newline="") as table:
            score = {(pair["a"], pair["b"]): float(pair["score"]) for pair in csv.DictReader(table)}
    score |= {(b, a): value for (a, b), value in score.items()}
    others = [(score.get((a, b), 0), a, b) for a, b in unrelated_pairs(names, options)]
    unrelated = [other for other in others if {other[1][:4], other[2][:4]} == {"shor", "long"}]
    found = [(score.get(pair, 0), True) for pair in copies.items()]
    above = [entry for entry in unrelated if entry[0] >= 0.5]
    print(f"{len(files[0])} short and {len(files[1])} long files, {len(copies)} excerpts")
    print(f"unrelated pairs of .5 and more: {len(above)} of {len(unrelated)}")
    print(f"excerpts, average precision: {average_precision(found + [(s, False) for s, *_ in unrelated]):.3f}; "
          f"least score {min(s for s, _ in found):.3f}")
    first = max((s for s, *_ in unrelated), default=0)
    for kind, odd in (("as they stand", False), ("with other names", True)):
        scores = [score.get(pair, 0) for pair in copies.items() if is_renamed(pair[0], suffix) == odd]
        if scores:
            print(f"  {kind}: {average_precision([(s, True) for s in scores] + [(s, False) for s, *_ in unrelated]):.3f}; "
                  f"{sum(s > first for s in scores)} of {len(scores)} above all unrelated pairs")
    for kind, pairs in torn.items():
        found = [(score.get(pair, 0), True) for pair in pairs.items()]
        short_long, any_size = (average_precision(found + [(s, False) for s, *_ in pairs]) for pairs in (unrelated, others))
        print(f"{len(found)} {kind}, average precision among these pairs: {short_long:.3f}; among all {len(others)} unrelated "
              f"pairs, of any sizes: {any_size:.3f}; least score {min((s for s, _ in found), default=0):.3f}")
    if options.scores:
        write_scores(options.scores, torn, others, score)
    for value, a, b in sorted(others if torn else unrelated, reverse=True)[:options.show]:
        print(f"  {value:.3f} {names[a]} {names[b]}")


if __name__ == "__main__":
    sys.exit(main())
