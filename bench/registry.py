#!/usr/bin/env python3
"""bench/registry.py [--quick] [--full] [--rfc DIR] [-o DIR]: what `whorl registry` costs.

A million synthetic documents of 100 fingerprints are loaded (--quick: a hundred thousand; --full: ten
million as well, which needs 60 GB) and searched for 1,000 fingerprints at a time, warm and cold: a
fresh process after the page cache was dropped, where this may do that. Then 320 fingerprints, those of
20 KB of text, are added again and again. With --rfc, the files of a folder are registered by each
scheme and searched for themselves. Results go to DIR (build/bench/registry)/results.json.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from measuring import ROOT, WHORL, conditions

PROGRAM = ROOT / "build/bench/bin/bench_registry"
SCHEMES = ("passages", "koala", "se")


def bench(*words):
    run = subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def whorl(*words, accepted=(0,)):
    run = subprocess.run([WHORL, "registry", *map(str, words)], capture_output=True, text=True, check=False)
    if run.returncode not in accepted:
        sys.exit(f"whorl registry {words[0]} ended with {run.returncode}: {run.stderr}")
    return run.stdout


def drop_caches():
    subprocess.run(["sync"], check=True)
    try:
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("3", encoding="ascii")
    except OSError:
        return False
    return True


def cold_searches(folder, times):
    runs = []
    for _ in range(times):
        if not drop_caches():
            return None
        one = bench("search", folder, 1)
        runs.append(one["open_ms"] + one["most_ms"])
    return {"median_ms_with_opening": statistics.median(runs), "most_ms_with_opening": max(runs)}


def synthetic(folder, documents):
    shutil.rmtree(folder, ignore_errors=True)
    figures = {"load": bench("load", folder, documents)}
    figures["search_warm"] = bench("search", folder, 1000)
    figures["search_cold"] = cold_searches(folder, 10)
    figures["add_20_kb"] = bench("add", folder, 200)
    shutil.rmtree(folder)
    return figures


def self_search(folder, registry):
    """Of the documents that are found at all, how many find themselves first."""
    lines = whorl("search", registry, folder, "--top", "1", "--json", accepted=(0, 2)).splitlines()
    answers = [json.loads(line) for line in lines]
    found = [a for a in answers if a["hits"]]
    first = [a for a in found if a["hits"][0]["name"] == a["query"] or a["hits"][0]["contains"]["value"] == 1]
    return {"searched": len(answers), "with_a_hit": len(found), "itself_or_an_equal_first": len(first)}


def of_files(folder, files, scheme):
    registry = folder / f"files-{scheme}"
    shutil.rmtree(registry, ignore_errors=True)
    whorl("create", registry, "--scheme", scheme)
    begin = time.monotonic()
    added = json.loads(whorl("add", registry, files, "--json", accepted=(0, 2)))
    seconds = time.monotonic() - begin
    stats = json.loads(whorl("stats", registry, "--json"))
    begin = time.monotonic()
    found = self_search(files, registry)
    figures = {"documents": added["added"], "seconds_to_add": round(seconds, 2), "bytes": stats["bytes"],
               "bytes_a_document": stats["bytes_a_document"], "bytes_a_posting": stats["bytes_a_posting"],
               "seconds_to_search_all": round(time.monotonic() - begin, 2), **found}
    shutil.rmtree(registry)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--rfc", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "build/bench/registry")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    results = {"conditions": conditions()}
    sizes = [100_000] if options.quick else [1_000_000, 10_000_000] if options.full else [1_000_000]
    for documents in sizes:
        results[f"{documents} documents"] = synthetic(options.output / "registry", documents)
        print(json.dumps(results[f"{documents} documents"], indent=1), flush=True)
    if options.rfc:
        results["files"] = {s: of_files(options.output, options.rfc, s) for s in SCHEMES}
        print(json.dumps(results["files"], indent=1))
    (options.output / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
