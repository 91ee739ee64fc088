#!/usr/bin/env python3
"""bench/small_against_large.py FOLDER GLOB [--short N] [--long N] [--seed S] [-o DIR]: idiom or copy?

Short files (25 to 150 tokens) stand in one run with long ones (1,000 to 10,000 tokens), which are unrelated
where they are of different parts of FOLDER (folders in it), and with excerpts of 60 to 150 tokens out of long ones,
half of them with other names (of Python none). Comments, imports and includes are left out before.
Says how many unrelated pairs reach a score of .5, and how the excerpts rank above all unrelated pairs.
"""

import argparse
import csv
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from disguise import renamed

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "tests/quality/disguise"))

from programs import LANGUAGES, bare, tokens  # noqa: E402

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


def write_run(folder, suffix, files, source):
    """The submissions, and which of them was taken out of which."""
    short, long = files
    names = {}
    for kind, members in (("short", short), ("long", long)):
        for number, (path, text) in enumerate(members):
            name = f"{kind}{number}{suffix}"
            (folder / name).write_text(text)
            names[name] = str(path)
    copies = {}
    for number, (path, text) in enumerate(long[:200]):
        if part := excerpt(text, source):
            name = f"copy{number}{suffix}"
            hidden = number % 2 == 1 and suffix != ".py"
            (folder / name).write_text(renamed(part, language_of(suffix).words) if hidden else part)
            copies[name] = f"long{number}{suffix}"
    return names, copies


def part_of(path, root):
    """The first folder, or the file: below it files copy each other's conventions."""
    return pathlib.Path(path).relative_to(root).parts[0]


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("glob")
    parser.add_argument("--short", type=int, default=1000)
    parser.add_argument("--long", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whorl", default=str(PROJECT / "build/release/bin/whorl"))
    parser.add_argument("--show", type=int, default=0, help="unrelated pairs of the greatest score to list")
    options = parser.parse_args()
    source = random.Random(options.seed)
    files = choose(options.folder, options.glob, (options.short, options.long), source)
    with tempfile.TemporaryDirectory() as name:
        run = pathlib.Path(name) / "run"
        run.mkdir()
        names, copies = write_run(run, pathlib.Path(options.glob).suffix, files, source)
        out = pathlib.Path(name) / "pairs.csv"
        subprocess.run([options.whorl, "compare", str(run), "--by", "file", "--limit", "0", "-q", "--csv", str(out)],
                       check=True)
        with open(out, encoding="utf-8", newline="") as table:
            score = {(pair["a"], pair["b"]): float(pair["score"]) for pair in csv.DictReader(table)}
    score |= {(b, a): value for (a, b), value in score.items()}
    unrelated = [(score.get((a, b), 0), a, b) for a in names for b in names
                 if a.startswith("short") and b.startswith("long")
                 and part_of(names[a], options.folder) != part_of(names[b], options.folder)]
    found = [(score.get(pair, 0), True) for pair in copies.items()]
    above = [entry for entry in unrelated if entry[0] >= 0.5]
    print(f"{len(files[0])} short and {len(files[1])} long files, {len(copies)} excerpts")
    print(f"unrelated pairs of .5 and more: {len(above)} of {len(unrelated)}")
    print(f"excerpts, average precision: {average_precision(found + [(s, False) for s, *_ in unrelated]):.3f}; "
          f"least score {min(s for s, _ in found):.3f}")
    for value, a, b in sorted(unrelated, reverse=True)[:options.show]:
        print(f"  {value:.3f} {names[a]} {names[b]}")


if __name__ == "__main__":
    sys.exit(main())
