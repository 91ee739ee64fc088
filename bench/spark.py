#!/usr/bin/env python3
"""bench/spark.py [--set NAME]... [--master URL] [-r R] [-o DIR]: `whorl.spark.dedup` compared with `whorl dedup`.

Sets, as Parquet files of the columns number, id and text:
    first     100 MB of the HTML pages of bench/cluster.py
    more      400 MB of them
    pages     all of them, 2.3 GB
    short     200 MB of documents of 1 KB, of words by Zipf's law; every tenth is a near copy of another
    template  100,000 documents of one template
    million   1,000,000 of them, only if it is named: without the command, which compares all pairs in about an hour

For each set: wall and processor seconds of the command and of Spark without its start, bytes that Spark shuffled, by
phase, and the most memory of a Python worker. The two must remove the same documents. Writes results.json in the folder
of -o.
"""

import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

import cluster
from measuring import ROOT, Failed, conditions, measured

WHORL = ROOT / "build/release/bin/whorl"  # of the same build as the package
PYTHON = ROOT / "build/spark-venv/bin/python"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "build/release/python"), "PYSPARK_PYTHON": str(PYTHON),
               "WHORL_PYTHON": str(PYTHON)}
CLUSTER = "local-cluster[2,1,4096]"


def pages(most):
    folder, read = cluster.unpack_pages(ROOT / "build/bench/cluster/pages"), 0
    names = sorted(folder.rglob("*.html"))
    random.Random(1997).shuffle(names)
    for path in names:
        text = path.read_text(encoding="utf-8", errors="replace")
        read += len(text)
        if read > most:
            return
        yield str(path.relative_to(folder)), text


def short(count):
    """Texts of 128 words. Every tenth is one of the thousand texts before it with some words replaced."""
    source = random.Random(1997)
    words = [f"{source.getrandbits(32):x}"[:7] for _ in range(50_000)]
    shares = list(itertools.accumulate(1 / (10 + number) for number in range(len(words))))
    recent = collections.deque(maxlen=1000)
    for number in range(count):
        if number % 10 != 9:
            text = source.choices(words, cum_weights=shares, k=128)
        else:
            text = list(source.choice(recent))
            for place in source.choices(range(len(text)), k=source.randrange(20)):
                text[place] = source.choice(words)
        recent.append(text)
        yield str(number), " ".join(text)


def template(count):
    """Texts with 60 common words, and 40 of their own."""
    source = random.Random(2002)
    words = [f"{source.getrandbits(32):x}"[:7] for _ in range(50_000)]
    begin = " ".join(source.choices(words, k=60))
    for number in range(count):
        yield str(number), f"{begin} {' '.join(source.choices(words, k=40))}"


SETS = {"first": (pages, 100_000_000), "more": (pages, 400_000_000), "pages": (pages, 1 << 62),
         "short": (short, 200_000), "template": (template, 100_000), "million": (template, 1_000_000)}
"""What makes the rows, and its argument. Options of pages are those of bench/cluster.py."""

WITHOUT_OPTIONS = ("short", "template", "million")
ALONE = "million"


def write_table(name, folder):
    """Writes the rows to eight files; returns the bytes of text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    make, argument = SETS[name]
    schema = pa.schema([("number", pa.int64()), ("id", pa.string()), ("text", pa.string())])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    size, rows = 0, list(make(argument))
    for part in range(8):
        begin, end = len(rows) * part // 8, len(rows) * (part + 1) // 8
        with pq.ParquetWriter(folder / f"{part}.parquet", schema) as file:
            for first in range(begin, end, 1024):
                some = rows[first:min(first + 1024, end)]
                numbers = range(first, first + len(some))
                file.write_table(pa.table([list(numbers), *map(list, zip(*some))], schema))
                size += sum(len(text.encode()) for _, text in some)
    (folder / "_bytes").write_text(str(size))
    return size


def rows_of(path):
    fields = ("id", "reason", "survivor", "resemblance", "contained", "contains")
    with open(path, encoding="utf-8") as lines:
        return sorted(tuple(row[field] for field in fields) for row in map(json.loads, lines))


def by_command(name, asked, out):
    options = [] if name in WITHOUT_OPTIONS else cluster.METHOD
    return measured([WHORL, "dedup", *sorted((out / name).glob("*.parquet")), "-o", out / "command.jsonl", "--force",
                     "--id", "id", "--resemblance", asked.resemblance, *options, "--quiet"], env=ENVIRONMENT)


def bench(name, asked, out):
    table = out / name
    if not (table / "_bytes").exists():
        subprocess.run([PYTHON, __file__, "--write", name, "-o", out], env=ENVIRONMENT, check=True)
    size = int((table / "_bytes").read_text())
    command = None if name == ALONE else by_command(name, asked, out)
    work = out / "work"
    shutil.rmtree(work, ignore_errors=True)
    run = {"table": str(table), "work": str(work), "out": str(out / "spark.jsonl"), "master": asked.master,
           "resemblance": float(asked.resemblance),
           "shingle": None if name in WITHOUT_OPTIONS else int(cluster.METHOD[1])}
    made = subprocess.run([PYTHON, ROOT / "bench/spark_run.py", json.dumps(run)], env=ENVIRONMENT, check=True,
                          stdout=subprocess.PIPE)
    figures = json.loads(made.stdout.splitlines()[-1])
    if command and rows_of(out / "command.removed.jsonl") != rows_of(out / "spark.jsonl"):
        raise Failed(f"{out}/command.removed.jsonl and spark.jsonl have other rows")
    figures["work_bytes"] = sum(path.stat().st_size for path in work.rglob("*") if path.is_file())
    print_figures(name, size, command, figures)
    return {"text_bytes": size, "command": command, "spark": figures}


def print_figures(name, size, command, figures):
    shuffled = sum(phase["shuffled_bytes"] for phase in figures["phases"])
    print(f"{name}: {figures['documents']} documents, {size / 1e6:.0f} MB, {figures['removed']} removed")
    if command:
        ratio = figures["processor_seconds"] / command["processor_seconds"]
        print(f"  command: wall {command['wall_seconds']:.1f} s, processor {command['processor_seconds']:.1f} s"
              f" (Spark {ratio:.1f} x)")
    print(f"  Spark: wall {figures['wall_seconds']:.1f} s (and {figures['start_seconds']:.1f} s to start),"
          f" processor {figures['processor_seconds']:.1f} s\n"
          f"  shuffled {shuffled / size:.2f} x the text, work folder {figures['work_bytes'] / size:.2f} x;"
          f" a worker at most {figures['worker_bytes'] / 1e6:.0f} MB")
    for phase in figures["phases"]:
        print(f"    {phase['name']:20} {phase['wall_seconds']:7.1f} s wall {phase['processor_seconds']:8.1f} s processor"
              f" {phase['shuffled_bytes'] / 1e6:9.1f} MB shuffled, slowest task {phase['slowest']:.1f} x the median,"
              f" a worker so far {phase['worker_bytes'] / 1e6:.0f} MB")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, action="append")
    parser.add_argument("--master", default=CLUSTER)
    parser.add_argument("-r", "--resemblance", default="0.5")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "build/bench/spark")
    parser.add_argument("--write", choices=SETS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    out = asked.o.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if asked.write:
        write_table(asked.write, out / asked.write)
        return
    results = conditions()
    for name in asked.set or [name for name in SETS if name != ALONE]:
        results[name] = bench(name, asked, out)
    (out / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
