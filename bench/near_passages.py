#!/usr/bin/env python3
"""bench/near_passages.py FOLDER [--clean FOLDER] [--pages TEXTS.jsonl] [--seed S]: what `whorl dedup --near` and `whorl query --near` find.

The files of FOLDER are texts; those of at least 220 words are taken. Half of them get a passage of 50 to 200 words of another text
with every ninth word replaced. Printed is the share of the planted bytes that is cut, and of all others. Then the other half
is a store, and 300 of these texts are asked with `whorl query --passages`: the same shares, of what is listed.
Then items of 40 to 60 words are put into the second half in five forms: as they are, with HTML's entities, with a space
between all letters, with other names, and with 3 % of the letters replaced. Printed is which share of them is found by
13 words in a row, by 12 with --near, by 50 letters, and by the latter two in turn, and how many documents of --clean these remove. With --pages: the processor time of --near beside exact passages.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import string
import subprocess
import tempfile

from measuring import WHORL, measured

NAMES = ("Natalia", "Bobby", "Xavier", "Yolanda", "Quentin", "Zebedee")
ENTITIES = str.maketrans({"'": "&#39;", '"': "&quot;", "-": "&#45;", ".": "&#46;"})


def write_lines(path, texts):
    """JSON lines of (id, text)."""
    path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts), encoding="utf-8")
    return path


def read_texts(folder, least=0):
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.rglob("*")) if path.is_file()]
    return [text for text in texts if len(text.split()) >= least]


def insert(text, part, chance):
    """The text with the part in it, and the first byte of the part."""
    words = text.split()
    at = chance.randrange(len(words))
    before = " ".join(words[:at]) + " "
    return before + part + " " + " ".join(words[at:]), len(before.encode())


def plant(texts, chance):
    """Documents, and for each with a planted passage its position: begin, end and size in bytes."""
    sources, hosts = texts[:len(texts) // 2], texts[len(texts) // 2:]
    vocabulary = [word for text in texts for word in text.split()]
    documents = [(f"source-{i}", text) for i, text in enumerate(sources)]
    planted = {}
    for i, host in enumerate(hosts):
        words = chance.choice(sources).split()
        count = chance.randint(50, 200)
        first = chance.randrange(len(words) - count)
        part = " ".join(chance.choice(vocabulary) + "x" if j % 9 == 8 else word
                        for j, word in enumerate(words[first:first + count]))
        text, begin = insert(host, part, chance)
        documents.append((f"host-{i}", text))
        planted[f"host-{i}"] = (begin, begin + len(part.encode()), len(text.encode()))
    return documents, planted


def cut_shares(marked, planted):
    """Which shares of the planted bytes and of the others are cut."""
    inside = outside = of_planted = of_others = 0
    for line in marked.open(encoding="utf-8"):
        document = json.loads(line)
        if document["id"] not in planted:
            continue
        begin, end, size = planted[document["id"]]
        of_planted += end - begin
        of_others += size - (end - begin)
        for piece in document["whorl"]["pieces"]:
            common = max(0, min(piece["at"] + piece["bytes"], end) - max(piece["at"], begin))
            inside += common
            outside += piece["bytes"] - common
    return inside / of_planted, outside / of_others


def listed_shares(store, near, hosts, work):
    """Which shares of the planted bytes and of the others are in the parts that `whorl query` lists."""
    inside = outside = of_planted = of_others = 0
    draft = work / "draft.txt"
    for text, (begin, end, size) in hosts:
        draft.write_text(text, encoding="utf-8")
        asked = subprocess.run([WHORL, "query", store, "--passages", draft, "--json", *near], check=True, capture_output=True)
        listed = set()
        for line in asked.stdout.splitlines():
            part = json.loads(line)
            listed.update(range(part["begin"], part["end"]))
        common = len(listed & set(range(begin, end)))
        inside, outside = inside + common, outside + len(listed) - common
        of_planted, of_others = of_planted + end - begin, of_others + size - (end - begin)
    return inside / of_planted, outside / of_others


def ask_stores(documents, planted, work):
    """Prints what `whorl query` lists of the first hosts in stores of the sources."""
    sources = write_lines(work / "sources.jsonl", [d for d in documents if d[0] not in planted])
    hosts = [(text, planted[name]) for name, text in documents if name in planted][:300]
    for making in ((), ("--positions",), ("--shingle", "4"), ("--shingle", "8")):
        store = work / ("store" + "".join(making))
        subprocess.run([WHORL, "cluster", sources, "-o", store, "-q", "--sketch", "all", *making], check=True)
        for near in ((), ("--near", "0.85"), ("--near", "0.8")):
            inside, outside = listed_shares(store, near, hosts, work)
            print(f"query of a store{' of ' * bool(making)}{' '.join(making)} {' '.join(near) or 'exact'}: "
                  f"planted bytes listed {inside:.3f}, of others {outside:.4f}", flush=True)


def typos(text, chance):
    return "".join(chance.choice(string.ascii_lowercase) if letter.isalpha() and chance.random() < 0.03 else letter
                   for letter in text)


def edited_items(texts, chance):
    """Items of a benchmark, and documents that hold each in five forms, called FORM-NUMBER."""
    half = len(texts) // 2
    items = [" ".join(text.split()[20:20 + chance.randint(40, 60)]) for text in texts[:half][:300]]
    forms = {"plain": lambda text: text, "entities": lambda text: text.translate(ENTITIES),
             "spaced": lambda text: "  ".join(" ".join(word) for word in text.split()),
             "names": lambda text: re.sub(r"\b[A-Z]\w+", lambda _: chance.choice(NAMES), text),
             "typos": lambda text: typos(text, chance)}
    documents = [(f"{form}-{i}", insert(chance.choice(texts[half:]), edit(item), chance)[0])
                 for form, edit in forms.items() for i, item in enumerate(items)]
    return items, documents


def dedup(source, output, *options):
    command = [WHORL, "dedup", source, "-o", output, "-q", "--force", *options]
    return measured([str(part) for part in command])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--clean", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    texts = read_texts(asked.folder, 220)[:1500]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        out = work / "out.jsonl"
        documents, planted = plant(texts, chance)
        source = write_lines(work / "planted.jsonl", documents)
        for near in ((), ("--near", "0.9"), ("--near", "0.85"), ("--near", "0.8")):
            dedup(source, out, "--passages", "--mark", *near)
            inside, outside = cut_shares(out, planted)
            print(f"{' '.join(near) or 'exact':12} planted bytes cut {inside:.3f}, of others {outside:.4f}")
        ask_stores(documents, planted, work)
        items, documents = edited_items(texts, chance)
        clean = [(f"clean-{i}", text) for i, text in enumerate(read_texts(asked.clean)[:3000])] if asked.clean else []
        train = write_lines(work / "train.jsonl", documents + clean)
        against = write_lines(work / "benchmark.jsonl", [(f"q{i}", item) for i, item in enumerate(items)])
        words, near, letters = ("13",), ("12", "--near", "0.75"), ("50", "--front-end", "text")
        for runs in ((words,), (near,), (letters,), (near, letters)):
            rest = train
            forms = collections.Counter()
            for number, options in enumerate(runs):
                out = work / f"clean-{number}.jsonl"
                dedup(rest, out, "--against", against, "--any-ngram", *options)
                rest = out
                removed = out.with_suffix(".removed.jsonl")
                forms += collections.Counter(json.loads(line)["id"].split("-")[0] for line in removed.open(encoding="utf-8"))
            found = ", ".join(f"{form} {forms[form] / len(items):.3f}"
                              for form in ("plain", "entities", "spaced", "names", "typos"))
            print(f"--any-ngram {', then '.join(' '.join(options) for options in runs)}: {found}; "
                  f"clean documents removed: {forms['clean']} of {len(clean)}")
        if asked.pages:
            times = [dedup(asked.pages, out, "--passages", "--memory", "512M", *near) for near in ((), ("--near", "0.9"), ())]
            print(f"--near 0.9 takes {2 * times[1]['processor_seconds'] / (times[0]['processor_seconds'] + times[2]['processor_seconds']):.1f} x the processor time "
                  f"of exact passages, {times[1]['peak_bytes'] / 2**20:.0f} MB of memory")


if __name__ == "__main__":
    main()
