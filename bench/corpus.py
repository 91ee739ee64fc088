#!/usr/bin/env python3
"""bench/corpus.py [--pages DIR] [--share N] [--html] [-o DIR]: what it costs to remove repeats from a corpus.

The texts are those of the HTML of fifteen Debian documentation packages (as bench/cluster.py fetches them), as JSON
lines; with --share N every N-th page. Measured are: `whorl dedup` by 0.8 and 0.5; what its sketches lose against all
shingles; ten near copies of a fifth of the texts; `--passages` within 512 MB of memory on all texts and on ten times as
much text, which is the same in other letters; and its result against a suffix array of libdivsufsort on 50 MB. For
comparison, the cost of suffix arrays on the same texts is measured, as other tools use them: libdivsufsort from PyPI
and, if cargo is installed, libsais from crates.io. With --suffix-array-of-all they are also built from all texts, which
takes up to 20 bytes of memory a byte. With --html, ten near copies of the pages themselves are measured too; they are
23 GB and need as much disk. Short measurements are run three times, and the median counts. If a run is reported as a
multiple of another, the other is run before and after it, because the speed of a machine changes. Results are written
to DIR/results.json.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import string
import subprocess
import sys
import venv

from cluster import NEAR, PACKAGES, make_copies, unpack_pages
from measuring import ROOT, WHORL, conditions, measured
from peers import write_texts

RUNS = 3  # of short measurements
COPIES = 10
CHECKED = 50_000_000  # bytes
REPEAT = 300  # bytes, about 50 words


def every(texts, target, step, begin=0):
    """Each step-th line."""
    with open(texts, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        out.writelines(line for number, line in enumerate(lines) if number % step == begin)
    return target


def first_bytes(texts, target, most):
    size = 0
    with open(texts, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            size += len(line)
            if size > most:
                break
            out.write(line)
    return target


def near_copies(texts, target, copies):
    chance = random.Random(1)
    with open(texts, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            record = json.loads(line)
            words = record["text"].split()
            for number in range(copies):
                copy = list(words)
                for _ in range(max(1, round(NEAR * len(copy)))):
                    copy[chance.randrange(len(copy))] = f"x{chance.getrandbits(40):x}"
                out.write(json.dumps({"id": f"{number}/{record['id']}", "text": " ".join(copy)}) + "\n")
    return target


def gigabytes(path):
    return path.stat().st_size / 1e9


def dedup(texts, work, *options, runs=1):
    """Results of a run, and the ids that it kept."""
    kept = work / "kept.jsonl"
    figures = measured([WHORL, "dedup", texts, "-o", kept, "--shingle", "5", "--force", "--quiet", *options], runs)
    figures["seconds_a_gb"] = round(figures["processor_seconds"] / gigabytes(texts), 2)
    ids = [json.loads(line)["id"] for line in open(kept, encoding="utf-8")]
    figures["kept"] = len(ids)
    return figures, set(ids)


def passages(texts, work):
    cut = work / "cut.jsonl"
    figures = measured([WHORL, "dedup", "--passages", texts, "-o", cut, "--memory", "512M", "--force", "--quiet"], RUNS)
    figures["seconds_a_gb"] = round(figures["processor_seconds"] / gigabytes(texts), 2)
    return figures


def beside(figure, one, one_again, many):
    """A result of a run as a multiple of another's, which was run before and after it."""
    return round(many[figure] / statistics.mean((one[figure], one_again[figure])), 2)


def thresholds(texts, work):
    """The share of the documents removed by comparing all shingles that the default removes too."""
    found = {}
    everything = {json.loads(line)["id"] for line in open(texts, encoding="utf-8")}
    for threshold in ("0.8", "0.5"):
        figures, kept = dedup(texts, work, "-r", threshold, runs=RUNS)
        exact, kept_by_all = dedup(texts, work, "-r", threshold, "--sketch", "all")
        gone = everything - kept_by_all
        figures["share_of_removed"] = round(len(gone - kept) / max(1, len(gone)), 5)
        found[threshold] = {"default": figures, "all": exact}
        print(threshold, found[threshold], flush=True)
    return found


def copies(texts, work):
    single = every(texts, work / "fifth.jsonl", 5)
    many = near_copies(single, work / "copies.jsonl", COPIES)
    os.sync()
    one, _ = dedup(single, work, "-r", "0.8", runs=RUNS)
    ten, kept = dedup(many, work, "-r", "0.8", runs=RUNS)
    one_again, _ = dedup(single, work, "-r", "0.8", runs=RUNS)
    pairs, kept_by_pairs = dedup(many, work, "-r", "0.8", "--pairs", "exact")
    many.unlink()
    out = {"one": one, "one_again": one_again, "ten": ten, "ten_by_exact": pairs, "same": kept == kept_by_pairs,
           "ratio_a_byte": beside("seconds_a_gb", one, one_again, ten)}
    print("copies", out, flush=True)
    return out


def html_copies(pages, work):
    folder = work / "copies"
    make_copies(pages, COPIES, NEAR, folder)
    size = {source: sum(path.stat().st_size for path in source.rglob("*.html")) for source in (pages, folder)}
    out, kept = {}, {}
    for name, source, options in (("one", pages, ()), ("ten", folder, ()), ("ten_by_exact", folder, ("--pairs", "exact"))):
        target = work / "kept.txt"
        command = [WHORL, "dedup", source, "-o", target, "--shingle", "10", "-r", "0.8", "--force", "--quiet", *options]
        out[name] = measured(command, accepted=(0, 2))
        out[name]["seconds_a_gb"] = round(1e9 * out[name]["processor_seconds"] / size[source], 2)
        kept[name] = target.read_bytes()
        out[name]["kept"] = kept[name].count(b"\n")
    shutil.rmtree(folder)
    out["ratio_a_byte"] = round(out["ten"]["seconds_a_gb"] / out["one"]["seconds_a_gb"], 2)
    out["same"] = kept["ten"] == kept["ten_by_exact"]
    print("copies of HTML", out, flush=True)
    return out


def in_other_letters(source, target, times):
    """The texts `times` times, each time with other letters and digits. So the same share of the text is repeated, and
    no part of it is in another copy."""
    with open(target, "w", encoding="utf-8") as out:
        for turn in range(times):
            turned = [row[turn:] + row[:turn] for row in (string.ascii_lowercase, string.digits)]
            letters = str.maketrans(string.ascii_lowercase + string.digits, "".join(turned))
            for line in open(source, encoding="utf-8"):
                record = json.loads(line)
                out.write(json.dumps({"id": f"{record['id']}#{turn}", "text": record["text"].translate(letters)}) + "\n")
    return target


def growth(texts, work):
    many = in_other_letters(texts, work / "many.jsonl", COPIES)
    os.sync()
    one = passages(texts, work)
    ten = passages(many, work)
    one_again = passages(texts, work)
    many.unlink()
    out = {"one": one, "one_again": one_again, "ten": ten, "ratio": beside("processor_seconds", one, one_again, ten)}
    print("passages", out, flush=True)
    return out


def against_suffix_array(texts, work):
    test = next((p for p in (ROOT / "build/bench/bin/suffix_array_test", ROOT / "build/release/bin/suffix_array_test")
                 if p.exists()), None)
    if test is None:
        return None
    some = first_bytes(texts, work / "some.jsonl", CHECKED)
    return subprocess.run([test], env={**os.environ, "WHORL_TEXTS": str(some)}, check=False).returncode == 0


def pydivsufsort(work):
    """The command of the suffix array from PyPI."""
    python = work / "tools/bin/python"
    if not python.exists():
        venv.create(work / "tools", with_pip=True)
        subprocess.run([python, "-m", "pip", "-q", "install", "pydivsufsort", "numpy"], check=True)
    return [python, ROOT / "bench/suffix_array_peer.py"]


def libsais(work):
    """The command of the one from crates.io; None if there is no cargo, or it cannot build it."""
    target = work / "libsais"
    build = ["cargo", "build", "-q", "--release", "--locked", "--manifest-path", ROOT / "bench/suffix_array/Cargo.toml",
             "--target-dir", target]
    if shutil.which("cargo") is None or subprocess.run(build, check=False).returncode:
        print("libsais is left out: cargo does not build bench/suffix_array", file=sys.stderr)
        return None
    return [target / "release/suffix_array_peer"]


def beside_suffix_array(texts, work, of_all):
    peers = {"libdivsufsort": pydivsufsort(work), "libsais": libsais(work)}
    out = {}
    some = first_bytes(texts, work / "some.jsonl", CHECKED)
    for name, sample, runs in [("some", some, RUNS)] + [("all", texts, 1)] * of_all:
        out[name] = {peer: measured([*command, sample, str(REPEAT)], runs) for peer, command in peers.items() if command}
        out[name]["whorl"] = passages(sample, work)
    print("suffix arrays", out, flush=True)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--suffix-array-of-all", action="store_true")
    parser.add_argument("--html", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "build/bench/corpus")
    asked = parser.parse_args()
    work = asked.output
    work.mkdir(parents=True, exist_ok=True)
    texts = work / "texts.jsonl"
    pages = asked.pages or work / "pages"
    if (asked.html or not texts.exists()) and not asked.pages:
        unpack_pages(pages)
    if not texts.exists():
        write_texts(pages, PACKAGES, texts)
    if asked.share > 1:
        texts = every(texts, work / "share.jsonl", asked.share)
    results = {"conditions": conditions(), "bytes": texts.stat().st_size,
               "dedup": thresholds(texts, work), "copies": copies(texts, work),
               "passages": growth(texts, work),
               "beside_a_suffix_array": beside_suffix_array(texts, work, asked.suffix_array_of_all),
               "as_a_suffix_array": against_suffix_array(texts, work)}
    if asked.html:
        results["copies_of_html"] = html_copies(pages, work)
    (work / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    sys.exit(main())
