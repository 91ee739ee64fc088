#!/usr/bin/env python3
"""bench/cluster.py [--quick] [--pages DIR] [--copies N] [--near N] [--documents N] [-o DIR]: what `whorl cluster` costs.

The collection is the HTML of fifteen Debian documentation packages, 80,000 pages, 2.3 GB; --pages
names a folder where it is unpacked already. It is clustered at --memory 1G, and the seconds, bytes and
seconds of processor time a GB of each phase are printed. Then come N (10) copies of the collection,
edited until the copies of a page resemble each other by less than .3; N (10) copies that do so by
about .9, by --pairs linked, after the pages by the same; and N (10,000,000) synthetic documents of
1 KB at --memory 2G. With --quick the pages alone, and what else is asked for. DIR
(build/bench/cluster) gets results.json and the list of pages with a hash; a part needs up to 40 GB
there at a time.
"""

import argparse
import functools
import json
import math
import multiprocessing
import pathlib
import random
import re
import shutil
import subprocess
import sys

from measuring import ROOT, WHORL, conditions, listed, measured

PACKAGES = """cppreference-doc-en-html libboost1.74-doc libboost1.81-doc libstdc++-11-doc libstdc++-12-doc
    linux-doc-6.1 linux-doc-6.12 llvm-13-doc llvm-14-doc llvm-15-doc llvm-16-doc openjdk-17-doc
    python-pandas-doc rust-doc scala-doc""".split()
NEEDED = 40 * 10**9  # bytes on the disk
# Named, so that results of programs with other defaults are comparable.
METHOD = ["--shingle", "10"]
# Shares of words that each copy has of its own. A shingle of ten words stays with (1 - share)^10.
UNLIKE = 1 / 6
NEAR = 0.0027
WORD = re.compile(r"\w+")
TEXT = re.compile(r">[^<]+")


def unpack_pages(folder, packages=tuple(PACKAGES)):
    """The HTML files of the packages below `folder`, a folder a package, once."""
    if (folder / "complete").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        print(f"fetching {package}", file=sys.stderr)
        subprocess.run(["apt-get", "-o", "APT::Sandbox::User=root", "download", "-qq", package], cwd=folder, check=True)
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, folder / package], check=True)
        archive.unlink()
        for path in (folder / package).rglob("*"):
            if path.is_symlink() or (path.is_file() and path.suffix != ".html"):
                path.unlink()
    (folder / "complete").touch()
    return folder


def word_places(text):
    """Where the words of a page's text begin and end."""
    return [word.span() for run in TEXT.finditer(text) for word in WORD.finditer(text, *run.span())]


def edited_text(text, words, share, number, chance):
    """The page with a share of its words replaced by words that only this copy has."""
    draws = -math.log1p(-share) * len(words) + chance.random()  # with replacement
    pieces, end = [], 0
    for begin, next_end in sorted(set(chance.choices(words, k=int(draws)))) if words else ():
        pieces += (text[end:begin], f"w{number}x{chance.getrandbits(40):x}")
        end = next_end
    return "".join((*pieces, text[end:]))


def write_copies(name, pages, folder, copies, share):
    text = (pages / name).read_text(encoding="utf-8", errors="surrogateescape")
    words = word_places(text)
    for number in range(copies):
        chance = random.Random(f"{name} {number}")
        target = folder / str(number) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(edited_text(text, words, share, number, chance), encoding="utf-8", errors="surrogateescape")


def make_copies(pages, copies, share, folder):
    shutil.rmtree(folder, ignore_errors=True)
    names = [path.relative_to(pages) for path in sorted(pages.rglob("*.html"))]
    write = functools.partial(write_copies, pages=pages, folder=folder, copies=copies, share=share)
    with multiprocessing.Pool() as pool:
        for _ in pool.imap_unordered(write, names, 64):
            pass


def make_documents(count, target):
    """JSON lines of about 1 KB; every tenth is the one before it with a new end."""
    source = random.Random(1997)
    words = [f"{source.getrandbits(32):x}"[:7] for _ in range(50_000)]
    text = ""
    with open(target, "w", encoding="utf-8") as out:
        for number in range(count):
            fresh = " ".join(source.choices(words, k=120))
            text = f"{text[:900]} {fresh[:100]}" if number % 10 == 9 else fresh
            out.write(f'{{"id": {number}, "text": "{text}"}}\n')


def bench(title, inputs, memory, out, pairs="exact"):
    """Clusters and prints a table; returns the results."""
    store = out / "store"
    shutil.rmtree(store, ignore_errors=True)
    figures = measured([WHORL, "cluster", inputs, "-o", store, "--memory", memory, "--pairs", pairs, *METHOD, "--quiet"], accepted=(0, 2))
    stats = json.loads((store / "stats.json").read_bytes()) | json.loads((store / "times.json").read_bytes())
    figures |= {key: stats[key] for key in ("documents", "bytes", "candidates", "pairs", "clusters", "clustered", "phases")}
    gigabytes = stats["bytes"] / 1e9
    alike = "" if stats["pairs"] is None else f"{stats['pairs']} pairs, "
    print(f"{title}: {stats['documents']} documents, {gigabytes:.2f} GB, {alike}"
          f"{stats['clustered']} documents in {stats['clusters']} clusters")
    for phase in stats["phases"]:
        print(f"  {phase['name']:16} {phase['seconds']:8.2f} s wall {phase['bytes'] / 1e6:10.1f} MB")
    print(f"  {'all':16} {figures['wall_seconds']:8.2f} s wall {figures['processor_seconds']:8.2f} s processor, "
          f"{figures['processor_seconds'] / gigabytes:.1f} a GB, {figures['peak_bytes'] / 1e6:.0f} MB", flush=True)
    shutil.rmtree(store)
    return figures


def bench_copies(pages, copies, share, title, out, pairs="exact"):
    folder = out / "copies"
    make_copies(pages, copies, share, folder)
    figures = bench(title, folder, "1G", out, pairs)
    shutil.rmtree(folder)
    return figures


def seconds_a_byte(figures):
    return figures["wall_seconds"] / figures["bytes"]


def compare(results, copies, pages):
    ratio = seconds_a_byte(results[copies]) / seconds_a_byte(results[pages])
    results["ratios"][f"{copies} a byte"] = ratio
    print(f"  a byte takes {ratio:.2f} times as long as of the pages")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--copies", type=int)
    parser.add_argument("--near", type=int)
    parser.add_argument("--documents", type=int)
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "build/bench/cluster")
    options = parser.parse_args()
    whole = {"copies": 10, "near": 10, "documents": 10_000_000}
    for part, count in whole.items():
        if getattr(options, part) is None:
            setattr(options, part, 0 if options.quick else count)
    out = options.o.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if any(getattr(options, part) for part in whole) and shutil.disk_usage(out).free < NEEDED:
        sys.exit(f"{out}: less than {NEEDED // 10**9} GB are free; name another folder with -o, or take --quick")
    pages = options.pages.resolve() if options.pages else unpack_pages(out / "pages")
    results = conditions()
    results["ratios"] = {}
    results["list_sha256"], _ = listed(pages, out / "pages.txt")
    results["pages"] = bench("pages", pages, "1G", out)
    if options.copies:
        results["unlike"] = bench_copies(pages, options.copies, UNLIKE, f"{options.copies} unlike copies", out)
        compare(results, "unlike", "pages")
    if options.near:
        results["linked"] = bench("pages, linked", pages, "1G", out, "linked")
        results["near"] = bench_copies(pages, options.near, NEAR, f"{options.near} near copies, linked", out, "linked")
        compare(results, "near", "linked")
    if options.documents:
        lines = out / "documents.jsonl"
        make_documents(options.documents, lines)
        results["documents"] = bench("synthetic documents", lines, "2G", out)
        lines.unlink()
    (out / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
