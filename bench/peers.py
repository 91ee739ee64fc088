#!/usr/bin/env python3
"""bench/peers.py [--packages NAME,…] [--pages DIR] [--share N] [-o FILE]: what `whorl dedup` and other tools make of
the same pages.

The pages are the HTML of Debian documentation packages, fetched by apt-get; --pages names a folder where packages are
unpacked already, --share N takes every N-th page. Their words, in lower case and with one blank between them, are given
to each tool as JSON lines. The other tools come from PyPI, each into an environment below build/bench/peers/tools; one
that cannot be installed or run is named and left out. What is true is counted on all shingles, by
`whorl cluster --sketch all`, and looked at again here: each pair, and each of 20 documents with all others.

FILE (docs/results/benchmarks.md) is written anew; the section of `./dev bench python` stays at its end.
"""

import argparse
import html
import json
import pathlib
import random
import re
import subprocess
import sys
import typing
import venv

from benchmarks_page import python_section
from cluster import unpack_pages
from measuring import Failed, ROOT, WHORL, conditions, measured

sys.path.insert(0, str(ROOT / "tests/rules"))

import markdown_width  # noqa: E402

PACKAGES = (
    "libboost1.74-doc,linux-doc-6.1,llvm-14-doc,llvm-15-doc,"
    "rust-doc,openjdk-17-doc,libstdc++-12-doc,python-pandas-doc"
)


RUNS = 3  # those that take more than half a minute are run once


class Peer(typing.NamedTuple):
    name: str  # of bench/peer_tools.py
    package: str  # of PyPI
    installs: tuple[str, ...]  # what pip is given, call by call
    runs: int = RUNS


# Of what text-dedup names, Spark and TensorFlow among it, its MinHash needs these. datatrove does without the
# tokenizers of languages, and hashes strings, which xxhash 4 refuses.
PEERS = (
    Peer("datasketch", "datasketch", ("datasketch",), 1),
    Peer("rensa", "rensa", ("rensa",)),
    Peer("rensa-lsh", "rensa", ("rensa",)),
    Peer("gaoya", "gaoya", ("gaoya",)),
    Peer("FastSketchLSH", "fastsketchlsh", ("fastsketchlsh",)),
    Peer("text-dedup", "text-dedup",
         ("--no-deps text-dedup",
          "datasets click<9 click-option-group ftfy numpy regex rich<14 scipy tqdm xxhash zstandard"), 1),
    Peer("datatrove", "datatrove", ("datatrove orjson regex tokenizers xxhash<4",), 1),
)
THRESHOLD = 0.8
HALF = 0.5
SHINGLE = 5
LEFT_OUT = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL | re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")


def write_texts(pages, packages, target, step=1):
    """A line for every step-th page, where it has twenty words or more; how many, and their bytes."""
    count = size = 0
    with open(target, "w", encoding="utf-8") as out:
        for package in packages:
            for path in sorted((pages / package).rglob("*.html"))[::step]:
                page = path.read_text(encoding="utf-8", errors="replace")
                words = WORD.findall(html.unescape(LEFT_OUT.sub(" ", page)).lower())
                if len(words) < 20:
                    continue
                text = " ".join(words)
                out.write(json.dumps({"id": str(path.relative_to(pages)), "text": text}) + "\n")
                count, size = count + 1, size + len(text.encode())
    return count, size


def environment(folder, peer):
    """The Python of an environment that has the other tool."""
    python = folder / peer.package / "bin/python"
    whole = folder / peer.package / "complete"
    if not whole.exists():
        venv.create(folder / peer.package, clear=True, with_pip=True)
        for packages in peer.installs:
            if subprocess.run([python, "-m", "pip", "-q", "install", *packages.split()], check=False).returncode:
                raise Failed(f"{peer.name} cannot be installed")
        whole.touch()
    return python


def version_of(python, package):
    ask = f"import importlib.metadata as m; print(m.version('{package}'))"
    return subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()


def shingle_sets(texts):
    """The names, and of each text the set of its shingles."""
    sets = {}
    for line in open(texts, encoding="utf-8"):
        record = json.loads(line)
        words = record["text"].split()
        sets[record["id"]] = frozenset(hash(tuple(words[i : i + SHINGLE])) for i in range(len(words) - SHINGLE + 1))
    return sets


def resemblance(a, b):
    both = len(a & b)
    return both / (len(a) + len(b) - both) if both else 0.0


def true_pairs(texts, work):
    """Pairs from HALF on, each counted here again; those of 20 documents are sought here too."""
    store = work / "truth"
    subprocess.run(["rm", "-rf", store], check=True)
    subprocess.run([WHORL, "cluster", texts, "-o", store, "--sketch", "all", "--shingle", str(SHINGLE), "-r", str(HALF),
                    "--write-pairs", "--quiet"], check=True)
    sets = shingle_sets(texts)
    pairs = {}
    for line in open(store / "pairs.tsv", encoding="utf-8").readlines()[1:]:
        a, b = line.split("\t")[:2]
        pairs[frozenset((a, b))] = resemblance(sets[a], sets[b])
    # Groups of duplicates are represented by one document, which is listed with the similar ones.
    stands_for = {}
    for line in open(store / "pairs.tsv", encoding="utf-8").readlines()[1:]:
        a, b, *_, kind = line.rstrip("\n").split("\t")
        if kind != "similar":
            stands_for[b] = a
    for name in random.Random(1).sample(sorted(sets.keys() - stands_for.keys()), 20):
        for other, theirs in sets.items():
            if other == name or other in stands_for or not THRESHOLD <= resemblance(sets[name], theirs):
                continue
            assert frozenset((name, other)) in pairs, (name, other)
    return sets, {pair: r for pair, r in pairs.items() if r >= HALF}, stands_for


def judge(removed, sets, pairs, stands_for):
    """What was removed without a reason, and what was left behind."""
    like = {name for pair, r in pairs.items() if r >= THRESHOLD for name in pair}
    by_half = {name for pair in pairs for name in pair}
    first = lambda name: stands_for.get(name, name)
    kept = sets.keys() - removed
    number = {name: i for i, name in enumerate(sets)}
    # A group of duplicates is one document; it stays where one of it does.
    groups = {first(name) for name in kept}
    behind = {max(pair, key=number.get) for pair, r in pairs.items()
              if r >= THRESHOLD and pair <= groups and not any(name in stands_for for name in pair)}
    seen = set()
    for name in sorted(kept, key=number.get):
        if first(name) in seen:
            behind.add(name)
        seen.add(first(name))
    return {"removed": len(removed), "unlike": len(removed - like), "nothing": len(removed - by_half),
            "behind": len(behind)}


def run_whorl(texts, work):
    kept = work / "kept.jsonl"
    figures = measured([WHORL, "dedup", texts, "-o", kept, "-r", str(THRESHOLD), "--shingle", str(SHINGLE), "--force", "--quiet"],
                       RUNS)
    names = {json.loads(line)["id"] for line in open(kept, encoding="utf-8")}
    return figures, names


def run_peer(peer, texts, work):
    """Figures of a run, what it removed, and the version."""
    python = environment(work / "tools", peer)
    removed = work / f"{peer.name}.txt"
    figures = measured([python, ROOT / "bench/peer_tools.py", peer.name, texts, removed], peer.runs)
    names = set(removed.read_text(encoding="utf-8").splitlines())
    return figures, names, f"{peer.package} {version_of(python, peer.package)}"


def table(rows):
    out = ["| tool | removed | of these like none by .8 | like none by .5 | left behind | seconds | processor seconds | memory |",
           "|---|---|---|---|---|---|---|---|"]
    for name, row in rows:
        out.append(f"| {name} | {row['removed']:,} | {row['unlike']:,} | {row['nothing']:,} | {row['behind']:,} | "
                   f"{row['wall_seconds']:.1f} | {row['processor_seconds']:.1f} | {row['peak_bytes'] / 1e6:.0f} MB |")
    return "\n".join(out)


PAGE = """# Beside other tools

<!-- written by ./dev bench peers -->

After reading this page you know what `whorl dedup` and other tools remove from the same {count:,} pages, and at what
cost. The pages are from {packages}: {size:.0f} MB of words. Each tool was to remove what resembles a kept page by 0.8
or more, by shingles of five words. The others use 128 hashes (gaoya 126), as their documentation shows it
(`bench/peer_tools.py`), each in one process. datatrove cuts words at blanks.{missing}

{table}

*Like none*: no other page resembles the removed one so much, counted on all shingles. *Left behind*: pages that
resemble an earlier kept page. Seconds and memory are those of the whole command, which reads JSON lines; whorl works on
{cores} cores. Memory is that of the largest process. Tools that take less than half a minute run {runs} times;
seconds are medians, memory is the largest of these runs.

Why they differ: a sketch of 128 hashes estimates a resemblance to within about 0.07 (two standard deviations), and bands
accept less similar pages. whorl counts each candidate on all shingles before it removes one. text-dedup and datatrove
keep one page of each chain of candidates.

Measured on {date} with {whorl}, {versions}, on {cores} cores ({processor}).
"""


def missing_text(missing):
    return f" Here could not be installed or run: {', '.join(missing)}." if missing else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", default=PACKAGES)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/results/benchmarks.md")
    arguments = parser.parse_args()
    packages = arguments.packages.split(",")
    work = ROOT / "build/bench/peers"
    work.mkdir(parents=True, exist_ok=True)
    pages = arguments.pages or unpack_pages(work / "pages" / "+".join(packages), packages)
    texts = work / "texts.jsonl"
    count, size = write_texts(pages, packages, texts, arguments.share)
    print(f"{count} pages, {size / 1e6:.0f} MB of words", file=sys.stderr)
    truth = true_pairs(texts, work)
    names = set(truth[0])
    figures, kept = run_whorl(texts, work)
    rows = [("whorl", figures | judge(names - kept, *truth))]
    versions, missing = [], []
    for peer in PEERS:
        print(f"running {peer.name}", file=sys.stderr)
        try:
            figures, removed, version = run_peer(peer, texts, work)
        except Failed as failure:
            print(f"{peer.name} is left out: {failure}", file=sys.stderr)
            missing.append(peer.name)
            continue
        rows.append((peer.name, figures | judge(removed, *truth)))
        if version not in versions:
            versions.append(version)
    page = PAGE.format(count=count, size=size / 1e6, packages=", ".join(packages), table=table(rows),
                       versions=", ".join(versions), missing=missing_text(missing), runs=RUNS,
                       **{key: value for key, value in conditions().items() if key != "memory_bytes"})
    arguments.output.write_text(page + python_section(), encoding="utf-8")
    markdown_width.fix(arguments.output)
    print(table(rows))


if __name__ == "__main__":
    main()
