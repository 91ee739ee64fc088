#!/usr/bin/env python3
"""bench/registry.py [--only ROW,...] [--documents N] [--kernel DIR] [-o DIR]: what `whorl registry` costs and finds.

Each row runs separately. Its results are stored in DIR (build/bench/registry)/results.json, next to those of earlier
rows; docs/results/registry.md is rewritten from all of them. Rows:

synthetic   a million documents of 100 fingerprints (--documents) are loaded. Then 1,000 fingerprints at a time are
            searched for, warm and cold: a new process after the page cache was dropped, if that is permitted. Then 320
            fingerprints, those of 20 KB of text, are added repeatedly
full        the same for ten million, which needs 60 GB; only on request
koala, se, flooding, probing, relations, noise   the papers' promises on RFC 1 to 2700, of WHORL_DATA
recall      disturbed news articles, unrelated texts, and revised answers, with the defaults
files       50,000 .c and .h files of --kernel DIR, such as an unpacked linux-source-6.1, and new ones against them
kill        add, refresh, compact and watch are killed at 50 random moments each
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tarfile
import time

import registry_files
import registry_page
import registry_recall
import registry_relations
import registry_rfc
from measuring import ROOT, WHORL, conditions

PROGRAM = WHORL.parent / "bench_registry"
DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
ROUNDS = 50  # kills


def bench(*words):
    run = subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


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


def set_in(place, name):
    """A labelled set, unpacked."""
    if not (place / name / "NOTES.md").exists():
        archive = DATA / f"{name}.tar.xz"
        if not archive.exists():
            sys.exit(f"no {archive}: name the folder of the labelled sets in WHORL_DATA")
        with tarfile.open(archive) as packed:
            packed.extractall(place, filter="data")
    return place / name


def rfc_in(place):
    return set_in(place, "rfc")


def with_koala(place, row):
    """Rows that look up in the registry of all RFCs, which the row koala leaves."""
    rfc = rfc_in(place)
    if not (place / "koala").exists():
        registry_rfc.registered(place / "koala", "koala", rfc / "files")
    return row(place, rfc)


def killed(place):
    del place
    out = {}
    for name in ("kill", "watch"):
        run = subprocess.run([sys.executable, ROOT / f"tests/registry/{name}_test.py", WHORL, str(ROUNDS)], check=True,
                             capture_output=True, text=True)
        out[name] = run.stdout.strip().splitlines()[-1]
    return out


def rows(options):
    place = options.output
    return {
        "synthetic": lambda: synthetic(place / "registry", options.documents),
        "full": lambda: synthetic(place / "registry", 10_000_000),
        "koala": lambda: registry_rfc.koala(place, rfc_in(place)),
        "se": lambda: registry_rfc.se(place, rfc_in(place)),
        "flooding": lambda: with_koala(place, registry_rfc.flooding),
        "probing": lambda: registry_rfc.probing(place, rfc_in(place)),
        "relations": lambda: with_koala(place, lambda p, rfc: registry_relations.relations(p, rfc, p / "koala")),
        "noise": lambda: registry_rfc.noise(place, rfc_in(place), options.documents),
        "recall": lambda: registry_recall.recall(place, set_in(place, "minhash-articles"),
                                                 set_in(place, "clough-stevenson"), rfc_in(place)),
        "files": lambda: registry_files.files(place, options.kernel),
        "kill": lambda: killed(place),
    }


def asked(options):
    if options.only:
        return options.only.split(",")
    return [name for name in rows(options) if name != "full" and (name != "files" or options.kernel)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only")
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--kernel", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "build/bench/registry")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    kept = options.output / "results.json"
    results = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for name in asked(options):
        began = time.monotonic()
        results[name] = {"conditions": conditions(), "figures": rows(options)[name]()}
        results[name]["seconds"] = round(time.monotonic() - began)
        print(name, json.dumps(results[name]["figures"], indent=1), flush=True)
        kept.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    registry_page.write(results, ROOT / "docs/results/registry.md")


if __name__ == "__main__":
    main()
