#!/usr/bin/env python3
"""bench/short.py [--titles N] [FILE...]: what `whorl dedup` does with titles and single sentences.

Titles are the short descriptions of Debian's packages. Posts are beginnings of paragraphs of its
handbook, of 8 to 70 words; next to each is a copy in which one to four words were replaced.
Sentences are from the handbook in Chinese. Each FILE adds texts, one a line, such as the verses of
a Bible; at most N of them are taken.

Near copies share at least 0.8 of their runs of five letters and digits (Jaccard coefficient). The
table shows how many pairs of near copies are both kept, and how many texts are removed although
they share less than 0.5 with the one that is kept.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import re
import subprocess
import tempfile
import unicodedata

from measuring import WHORL
from scripts import handbook

NEAR, LEAST = .8, .5
WAYS = {"the default": [], "`--letters-below 0`": ["--letters-below", "0"],
        "`--shingle 10 --letters-below 0`": ["--shingle", "10", "--letters-below", "0"]}


def titles(count):
    known = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True).stdout
    found = sorted(set(re.findall(r"^Description(?:-en)?: (.+)$", known, flags=re.M)))
    return random.Random(3).sample(found, min(count, len(found)))


def sentences():
    texts = (text for page in handbook("zh", "zh-CN").values() for text in page)
    return sorted({part for text in texts for part in re.split("[。；！？]", text) if 8 <= len(part) <= 60})


def posts():
    """Beginnings of the handbook's paragraphs in English, each beside one with some words replaced."""
    rng = random.Random(5)
    paragraphs = [text.split() for page in handbook("en", "en-US").values() for text in page]
    vocabulary = [word for words in paragraphs for word in words]
    found = []
    for words in paragraphs:
        size = rng.randrange(8, 70)
        if len(words) < size:
            continue
        edited = words[:size]
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            edited[rng.randrange(size)] = rng.choice(vocabulary)
        found += [" ".join(words[:size]), " ".join(edited)]
    return found


def lines(file, count):
    found = sorted({line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()})
    return random.Random(1).sample(found, min(count, len(found)))


def letters(text):
    """Letters, marks and digits, like the tokenizer `text`."""
    return "".join(c for c in unicodedata.normalize("NFKC", text.lower()) if unicodedata.category(c)[0] in "LMN")


def runs(text):
    text = letters(text)
    return frozenset(text[i:i + 5] for i in range(max(1, len(text) - 4)))


def jaccard(a, b):
    return len(a & b) / len(a | b)


def near_pairs(sets):
    """Of those that are not equal. Each has one of the other's rarest runs."""
    holders = collections.Counter(run for found in sets for run in found)
    seen, pairs = collections.defaultdict(list), set()
    for i in sorted(range(len(sets)), key=lambda i: len(sets[i])):
        rarest = sorted(sets[i], key=lambda run: (holders[run], run))[:len(sets[i]) - math.ceil(NEAR * len(sets[i])) + 1]
        pairs |= {(j, i) for run in rarest for j in seen[run] if sets[i] != sets[j] and jaccard(sets[i], sets[j]) >= NEAR}
        for run in rarest:
            seen[run].append(i)
    return pairs


def removed(texts, options):
    """The kept document for each removed text."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/in.jsonl", "w", encoding="utf-8") as lines:
            for number, text in enumerate(texts):
                lines.write(json.dumps({"id": str(number), "text": text}) + "\n")
        subprocess.run([WHORL, "dedup", f"{folder}/in.jsonl", "-o", f"{folder}/kept.jsonl", "-q", *options], check=True)
        with open(f"{folder}/kept.removed.jsonl", encoding="utf-8") as lines:
            return {int(line["id"]): int(line["survivor"]) for line in map(json.loads, lines)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--titles", type=int, default=25000)
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    sets_of_texts = {"titles": titles(options.titles), "posts": posts(), "Chinese sentences": sentences()}
    sets_of_texts |= {file.stem: lines(file, options.titles) for file in options.files}
    print("| texts | compared by | near copies | both kept | removed | of these under 0.5 |\n|---|---|---|---|---|---|")
    for name, texts in sets_of_texts.items():
        sets = [runs(text) for text in texts]
        pairs = near_pairs(sets)
        for way, given in WAYS.items():
            gone = removed(texts, given)
            stay = sum(a not in gone and b not in gone for a, b in pairs)
            wrong = sum(jaccard(sets[a], sets[b]) < LEAST for a, b in gone.items())
            print(f"| {len(texts):,} {name} | {way} | {len(pairs)} | {stay} | {len(gone)} | {wrong} |", flush=True)


if __name__ == "__main__":
    main()
