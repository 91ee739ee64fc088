#!/usr/bin/env python3
"""bench/python.py [--rounds N] [--pages DIR] [--part PART]... [--write]: the Python package beside its peers.

Parts:
  sketches  from a column of texts to their sketches, on two labelled sets of ../shared/data, or WHORL_DATA
  frame     which documents of 270 MB of pages are near-duplicates, the pages in memory; the results are
            compared with all pairs that resemble each other, counted exactly by bench/exact_pairs.py
  command   whorl.dedup() of the file and of the frame, beside the command `whorl dedup` of the file
  import    the time of `import whorl`

Without --part all are measured. Each tool uses one thread and runs in a process of its own, in rounds: each tool once,
then each again. Counted is processor time; each value is the median of N (3) rounds. Tools that take over half a minute
run once. The values go to build/bench/python/results.json; --write also renews the section of docs/results/benchmarks.md.
The pages are those of `./dev bench peers`; --pages names a folder where they are unpacked already.
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

import exact_pairs
import numpy as np
import pyarrow

from benchmarks_page import write_python
from cluster import unpack_pages
from measuring import ROOT, Failed, conditions, measured
from peers import PACKAGES, write_texts

DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
WORK = ROOT / "build/bench/python"
WHORL = ROOT / "build/release/bin/whorl"  # of the same build as the package
SETS = ("licences", "minhash-articles")
SHINGLE = 5
THRESHOLD = 0.7
UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uf900-\ufaff]")  # scripts without spaces
QUICK = ("whorl mod:25", "whorl all", "rensa", "FastSketchLSH")
SLOW = ("datasketch", "datatrove", "text-dedup")  # run once
PACKAGED = ("rensa", "fastsketchlsh", "datasketch", "datatrove", "text-dedup", "polars", "pyarrow")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "build/release/python"), "WHORL_BENCH_TEMPORARY": str(WORK / "temporary")}


def run(*arguments):
    """The results of a run of bench/python_run.py."""
    command = [sys.executable, ROOT / "bench/python_run.py", *map(str, arguments)]
    done = subprocess.run(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Failed(f"{arguments[1]}: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout.splitlines()[-1])  # text-dedup prints before it


def labelled_set(name):
    folder = WORK / name
    if not folder.exists():
        archive = DATA / f"{name}.tar.xz"
        if not archive.exists():
            raise Failed(f"no {archive}: name the folder of the labelled sets in WHORL_DATA")
        subprocess.run(["tar", "-xf", archive, "-C", WORK], check=True)
    return folder / "files"


def texts_and_frame(pages):
    """The texts of the pages as JSON lines and as an Arrow file."""
    lines, frame = WORK / "texts.jsonl", WORK / "texts.arrow"
    if not frame.exists():
        packages = PACKAGES.split(",")
        pages = pages or unpack_pages(ROOT / "build/bench/peers/pages" / "+".join(packages), packages)
        write_texts(pages, packages, lines)
        rows = [json.loads(line) for line in open(lines, encoding="utf-8")]
        texts = pyarrow.array([row["text"] for row in rows], pyarrow.large_string())
        table = pyarrow.table({"id": [row["id"] for row in rows], "text": texts})
        partial = frame.with_suffix(".new")
        with pyarrow.OSFile(str(partial), "wb") as out, pyarrow.ipc.new_file(out, table.schema) as writer:
            writer.write_table(table)
        partial.rename(frame)
    return lines, frame


def read_frame(frame):
    return pyarrow.ipc.open_file(pyarrow.OSFile(str(frame))).read_all()


def true_pairs(frame):
    kept = WORK / f"pairs-{THRESHOLD}.npy"
    if not kept.exists():
        np.save(kept, exact_pairs.exact_pairs(read_frame(frame)["text"].to_pylist(), SHINGLE, THRESHOLD))
    return np.load(kept)


def comparable(text):
    """Whether all tools make the same shingles of the text. whorl reads short texts by letters, and each Chinese
    character as a word."""
    return text.count(" ") >= 50 and not UNSPACED.search(text)


def judge(removed, ids, judged, pairs):
    """Compares the removed documents with the similar pairs, among those that are `judged`."""
    gone = np.array([name in removed for name in ids])
    a, b = pairs.T
    alike = np.zeros(len(ids), bool)
    alike[pairs.ravel()] = True
    left = np.unique(b[~gone[a] & ~gone[b] & judged[a] & judged[b]])  # kept although an earlier similar one is kept
    found = int(np.count_nonzero(gone & alike & judged))
    return {"removed": int(gone.sum()), "false": int(np.count_nonzero(gone & ~alike & judged)), "left": len(left),
            "recall": found / max(1, found + len(left))}


def median_of(runs, name):
    return statistics.median(one[name] for one in runs)


def bench_sketches(rounds, _):
    return {name: run("sketches", labelled_set(name), rounds) for name in SETS}


def bench_frame(rounds, pages):
    _, frame = texts_and_frame(pages)
    table = read_frame(frame)
    ids, size = table["id"].to_pylist(), sum(len(text.encode()) for text in table["text"].to_pylist())
    judged = np.array([comparable(text) for text in table["text"].to_pylist()])
    del table
    (WORK / "temporary").mkdir(exist_ok=True)
    runs, removed = {}, {}
    for tools in [QUICK] * rounds + [SLOW]:
        for tool in tools:
            print(f"running {tool}", file=sys.stderr)
            out = WORK / "removed.txt"
            runs.setdefault(tool, []).append(run("dedup", tool, frame, THRESHOLD, out))
            removed[tool] = set(out.read_text(encoding="utf-8").splitlines())
    shutil.rmtree(WORK / "temporary")
    pairs = true_pairs(frame)
    exact = removed["whorl all"]
    return {"documents": len(ids), "bytes": size, "judged": int(judged.sum()), "pairs": len(pairs),
            "tools": {tool: {"processor_seconds": median_of(some, "processor_seconds"),
                             "beyond_frame_bytes": max(one["beyond_frame_bytes"] for one in some),
                             "as_exact": len(removed[tool] & exact), **judge(removed[tool], ids, judged, pairs)}
                      for tool, some in runs.items()}}


def bench_command(rounds, pages):
    lines, frame = texts_and_frame(pages)
    kept = WORK / "kept.jsonl"
    options = ["-r", str(THRESHOLD), "--shingle", str(SHINGLE), "--threads", "1", "--force", "--quiet"]
    of_paths = (f"import whorl; whorl.dedup({str(lines)!r}, resemblance={THRESHOLD}, shingle={SHINGLE}, threads=1, "
                "progress=False)")
    seconds = {"command": [], "paths": [], "frame": []}
    for _ in range(rounds):
        seconds["command"].append(measured([WHORL, "dedup", lines, "-o", kept, *options])["processor_seconds"])
        seconds["paths"].append(measured([sys.executable, "-c", of_paths], env=ENVIRONMENT)["processor_seconds"])
        seconds["frame"].append(run("dedup", "whorl mod:25", frame, THRESHOLD, WORK / "removed.txt")["processor_seconds"])
    removed = set((WORK / "removed.txt").read_text(encoding="utf-8").splitlines())
    left = {json.loads(line)["id"] for line in open(kept, encoding="utf-8")}
    every = set(read_frame(frame)["id"].to_pylist())
    return {**{name: statistics.median(some) for name, some in seconds.items()}, "same": every - removed == left}


def bench_import(rounds, _):
    """Processor milliseconds of the import, measured after the start of the interpreter."""
    code = "import time; began = time.process_time(); import whorl; print(time.process_time() - began)"
    command = [sys.executable, "-c", code]
    taken = [float(subprocess.run(command, env=ENVIRONMENT, check=True, stdout=subprocess.PIPE).stdout)
             for _ in range(10 * rounds)]
    return {"milliseconds": 1000 * statistics.median(taken)}


PARTS = {"sketches": bench_sketches, "frame": bench_frame, "command": bench_command, "import": bench_import}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / "results.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    for part in asked.part or PARTS:
        results[part] = PARTS[part](asked.rounds, asked.pages)
        print(part, json.dumps(results[part], indent=2), flush=True)
        file.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    if asked.write:
        if missing := PARTS.keys() - results:
            raise Failed(f"the section needs every part: measure {', '.join(sorted(missing))} too")
        versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGED)
        write_python(results | {"threshold": THRESHOLD, "versions": versions, "rounds": asked.rounds, **conditions()})


if __name__ == "__main__":
    main()
