#!/usr/bin/env python3
"""bench/inserted_passages.py FOLDER GLOB [--documents N] [--passages N] [--seed S]: one passage in a long document?

Takes long documents of prose (1,500 to 15,000 words) of FOLDER into one run, one a folder if there are at least twenty
folders. A passage of 60 to 250 words of another document is inserted into some of them. A third of the passages is
unchanged, in a third every fortieth word is replaced, and in a third every fifteenth. Reports how each order of `whorl
compare` ranks these pairs above all others. Pairs that had a passage of 300 symbols before are left out, because it is
unknown if they are copies.
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

from small_against_large import PROJECT, average_precision

WORD = re.compile(r"[A-Za-z]{3,}")
OTHER_WORDS = (0, 1 / 40, 1 / 15)
SHARED_BEFORE = 300  # symbols
ORDERS = ("score", "similarity", "longest", "evidence")


def choose(root, glob, count, source):
    """The texts of some documents, in a random order."""
    paths = sorted(path for path in root.rglob(glob) if path.is_file())
    source.shuffle(paths)
    one_a_folder = len({path.parent for path in paths}) >= 20
    texts, folders = [], set()
    for path in paths:
        if len(texts) == count:
            break
        if one_a_folder and path.parent in folders:
            continue
        text = path.read_text(errors="replace")
        if 1_500 <= len(text.split()) <= 15_000:
            texts.append(text)
            folders.add(path.parent)
    return texts


def passage(text, source):
    words = list(re.finditer(r"\S+", text))
    length = source.randrange(60, 250)
    first = source.randrange(len(words) - length)
    return text[words[first].start():words[first + length - 1].end()]


def insert_passages(texts, count, source):
    """Pairs of documents of which the second has a passage of the first now."""
    originals, pairs = list(texts), set()
    while len(pairs) < count:
        a, b = source.sample(range(len(texts)), 2)
        if (min(a, b), max(a, b)) in pairs:
            continue
        vocabulary = WORD.findall(originals[b])
        share = OTHER_WORDS[len(pairs) % len(OTHER_WORDS)]
        part = WORD.sub(lambda word: source.choice(vocabulary) if source.random() < share else word.group(),
                        passage(originals[a], source))
        lines = texts[b].splitlines(keepends=True)
        at = source.randrange(len(lines))
        texts[b] = "".join([*lines[:at], "\n", part, "\n", *lines[at:]])
        pairs.add((min(a, b), max(a, b)))
    return pairs


def compared(program, texts):
    """The rows of pairs.csv by pair."""
    with tempfile.TemporaryDirectory() as name:
        run, out = pathlib.Path(name) / "run", pathlib.Path(name) / "pairs.csv"
        run.mkdir()
        for number, text in enumerate(texts):
            (run / f"{number:04}.txt").write_text(text)
        subprocess.run([program, "compare", str(run), "--by", "file", "--limit", "0", "-q", "--csv", str(out)], check=True)
        with open(out, encoding="utf-8-sig", newline="") as table:
            return {(int(row["a"][:4]), int(row["b"][:4])): row for row in csv.DictReader(table)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("glob")
    parser.add_argument("--documents", type=int, default=300)
    parser.add_argument("--passages", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whorl", default=str(PROJECT / "build/release/bin/whorl"))
    options = parser.parse_args()
    source = random.Random(options.seed)
    texts = choose(options.folder, options.glob, options.documents, source)
    if len(texts) < 2:
        sys.exit(f"{options.folder}: fewer than two documents {options.glob} of 1,500 to 15,000 words")
    related = {pair for pair, row in compared(options.whorl, texts).items() if int(row["longest"]) >= SHARED_BEFORE}
    copies = insert_passages(texts, options.passages, source)
    rows = compared(options.whorl, texts)
    graded = [pair for pair in itertools.combinations(range(len(texts)), 2) if pair in copies or pair not in related]
    print(f"{len(texts)} documents, {len(copies)} inserted passages, {len(graded) - len(copies)} other pairs")
    for order in ORDERS:
        values = [(float(rows[pair][order]) if pair in rows else 0, pair in copies) for pair in graded]
        print(f"{order:10} average precision {average_precision(values):.3f}")


if __name__ == "__main__":
    sys.exit(main())
