#!/usr/bin/env python3
"""bench/distributed.py [--pages DIR] [--copies DIR] [--tasks N] [--processes N] [-o DIR] [-r R]...: deduplication by
tasks compared with `whorl dedup`, on the HTML pages of bench/cluster.py.

For each resemblance R (0.5 and 0.8): processor seconds of the command and of all tasks, bytes of the plan folder and of
the pages, rounds, and candidates that were counted on sketches. The two must write the same bytes. Then, at the first R,
four edited copies (a sixth of the words replaced) and ten near copies (resemblance about 0.95) of the pages are compared
with one copy. --copies DIR: copies the pages of this folder, such as those of one package. Writes the values to
results.json in the folder of -o.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import time

import cluster
from measuring import ROOT, Failed, conditions, listed, measured

WHORL = ROOT / "build/release/bin/whorl"  # of the same build as the package
MODULE = [ROOT / "build/venv/bin/python", "-m", "whorl.distributed"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "build/release/python")}
COPIES = {"one copy": (1, 0), "edited": (4, cluster.UNLIKE), "near": (10, cluster.NEAR)}


def processor_seconds():
    times = os.times()
    return times.children_user + times.children_system


def bytes_below(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def run_all(plan, processes):
    """Wall and processor seconds of single-threaded processes that run all tasks of a plan."""
    wall, processor = time.monotonic(), processor_seconds()
    command = [*MODULE, "run", plan, "--threads", "1", "--quiet"]
    started = [subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL) for _ in range(processes)]
    if any([process.wait() for process in started]):
        raise Failed(f"a process that ran tasks of {plan} failed")
    return {"wall_seconds": time.monotonic() - wall, "processor_seconds": processor_seconds() - processor}


def by_tasks(pages, out, options, asked):
    plan = out / "plan"
    shutil.rmtree(plan, ignore_errors=True)
    subprocess.run([*MODULE, "plan", plan, pages, "-o", out / "tasks.jsonl", "--tasks", str(asked.tasks), *options],
                   env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    figures = run_all(plan, asked.processes)
    status = subprocess.run([*MODULE, "status", plan, "--json"], env=ENVIRONMENT, check=True, capture_output=True)
    known = json.loads(status.stdout)
    figures |= known["summary"] | {"plan_bytes": bytes_below(plan)}
    figures["rounds"] = sum(phase["name"].startswith("count-") for phase in known["phases"])
    shutil.rmtree(plan)
    return figures


def check_same(out):
    for end in (".jsonl", ".removed.jsonl"):
        whole, tasks = out / f"command{end}", out / f"tasks{end}"
        if subprocess.run(["cmp", whole, tasks], check=False).returncode:
            raise Failed(f"{whole} and {tasks} differ")


def bench(title, pages, resemblance, out, asked):
    options = ["--resemblance", str(resemblance), *cluster.METHOD]
    command = measured([WHORL, "dedup", pages, "-o", out / "command.jsonl", *options, "--quiet"])
    tasks = by_tasks(pages, out, options, asked)
    check_same(out)
    figures = {"text_bytes": bytes_below(pages), "command": command, "tasks": tasks}
    ratio = tasks["processor_seconds"] / command["processor_seconds"]
    print(f"{title}, {resemblance}: {tasks['documents']} documents, {figures['text_bytes'] / 1e9:.2f} GB\n"
          f"  processor: command {command['processor_seconds']:.1f} s, tasks {tasks['processor_seconds']:.1f} s"
          f" ({ratio:.2f} x); wall {command['wall_seconds']:.1f} and {tasks['wall_seconds']:.1f} s\n"
          f"  folder {tasks['plan_bytes'] / figures['text_bytes']:.2f} x the text, {tasks['rounds']} rounds,"
          f" {tasks['candidates'] / tasks['documents']:.1f} candidates a document", flush=True)
    return figures


def bench_copies(pages, resemblance, out, asked):
    results, folder = {}, out / "copies"
    for title, (copies, share) in COPIES.items():
        cluster.make_copies(pages, copies, share, folder)
        results[title] = bench(title, folder, resemblance, out, asked)
        shutil.rmtree(folder)
    one = results["one copy"]
    for title in ("edited", "near"):
        seconds = results[title]["tasks"]["processor_seconds"] / one["tasks"]["processor_seconds"]
        size = results[title]["text_bytes"] / one["text_bytes"]
        print(f"{title}: {seconds:.2f} x the time of one copy, {seconds / size:.2f} x its time for a byte", flush=True)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--copies", type=pathlib.Path)
    parser.add_argument("--tasks", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-r", "--resemblance", type=float, action="append")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "build/bench/distributed")
    asked = parser.parse_args()
    out = asked.o.resolve()
    out.mkdir(parents=True, exist_ok=True)
    pages = asked.pages.resolve() if asked.pages else cluster.unpack_pages(ROOT / "build/bench/cluster/pages")
    resemblances = asked.resemblance or [0.5, 0.8]
    results = conditions()
    results["list_sha256"], _ = listed(pages, out / "pages.txt")
    results["pages"] = {each: bench("pages", pages, each, out, asked) for each in resemblances}
    copied = asked.copies.resolve() if asked.copies else pages
    results["copies"] = bench_copies(copied, resemblances[0], out, asked)
    (out / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
