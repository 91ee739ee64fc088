#!/usr/bin/env python3
"""bench/before_after.py [--times N] [--only NAME]… [--kernels A B] BUILD_A BUILD_B: how much longer does B take?

Each BUILD is a program `whorl`. `compare` and `fingerprint` take 1,000 C files like bench/compare.py. `cluster` takes
the pages of bench/cluster.py --quick. `kernels` takes the programs bench_kernels that --kernels names or that are next
to both builds. A and B run alternately for N (7) rounds, after one that is not counted; every second round begins with
B. The output is medians and their ratio B/A, with the interval that contains 95 % of the ratios of resampled rounds:
seconds, and peak memory in MB. --files and --pages name folders that replace Debian's packages.
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

import cluster
import compare
from measuring import ROOT, measured

FILES = 1000
RESAMPLES = 2000


def cost_of_compare(program, files, scratch):
    return cost([program, "compare", files, "--by", "file", "-o", scratch / "report", "-q"])


def cost_of_fingerprint(program, files, scratch):
    return cost([program, "fingerprint", files, "-q"])


def cost_of_cluster(program, pages, scratch):
    shutil.rmtree(scratch / "store", ignore_errors=True)
    return cost([program, "cluster", pages, "-o", scratch / "store", "--shingle", "10", "--memory", "1G", "--quiet"])


def cost(command):
    return cost_in(measured(command, accepted=(0, 2)))


def cost_in(figures):
    return {"wall": figures["wall_seconds"], "processor": figures["processor_seconds"],
            "memory": figures["peak_bytes"] / 1e6}


def seconds_of_kernels(program, wanted, scratch):
    """Processor time of an iteration by benchmark."""
    out = scratch / "kernels.json"
    subprocess.run([program, "--json", out, f"--benchmark_filter={wanted}", "--benchmark_repetitions=1",
                    "--benchmark_report_aggregates_only=false"], stdout=subprocess.DEVNULL, check=True)
    if not out.exists() or not out.stat().st_size:
        sys.exit(f"{program}: no kernel's name matches {wanted}")
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    rows = json.loads(out.read_bytes())["benchmarks"]
    return {row["run_name"]: row["cpu_time"] * unit[row["time_unit"]] for row in rows if row["run_type"] == "iteration"}


def alternating(run, builds, subject, times):
    """Rounds of (results of A, results of B, …); one more is run first, and not counted."""
    rounds = []
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as scratch:
        for number in range(times + 1):
            sides = range(len(builds))
            order = sides if number % 2 == 0 else reversed(sides)
            figures = {side: run(builds[side], subject, pathlib.Path(scratch)) for side in order}
            rounds.append(tuple(figures[side] for side in sides))
    return rounds[1:]


def ratio(pairs):
    before = statistics.median(a for a, _ in pairs)
    return statistics.median(b for _, b in pairs) / before if before else float("nan")


def interval(pairs):
    """Where 95 % of the ratios of resampled rounds lie."""
    source = random.Random(1)
    ratios = sorted(ratio(source.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return ratios[RESAMPLES // 40], ratios[-RESAMPLES // 40 - 1]


def show(name, rounds):
    for key in (key for key in rounds[0][0] if key in rounds[0][1]):
        pairs = [(a[key], b[key]) for a, b in rounds]
        low, high = interval(pairs)
        one, other = (statistics.median(side) for side in zip(*pairs))
        print(f"{name + ' ' + key:48} {one:11.4g} {other:11.4g} {ratio(pairs):8.3f} [{low:.3f}, {high:.3f}]", flush=True)


def kernel_files(out, count=FILES):
    """A set of files that bench/compare.py measures."""
    kernel = compare.package_sources("linux-source-6.1", "linux-source-*.tar.xz", lambda name: name.endswith(".c"),
                                     out / "compare/linux-source-6.1")
    compare.make_set(kernel, compare.kernel_files(kernel), count, out / f"before-after/files-{count}")
    return out / f"before-after/files-{count}"


def kernels_beside(builds):
    programs = [build.parent / "bench_kernels" for build in builds]
    return programs if all(program.exists() for program in programs) else None


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs=2, type=pathlib.Path, metavar="BUILD")
    parser.add_argument("--times", type=int, default=7)
    parser.add_argument("--only", action="append", choices=("kernels", "compare", "fingerprint", "cluster"))
    parser.add_argument("--kernels", nargs=2, type=pathlib.Path, metavar=("A", "B"))
    parser.add_argument("--filter", default=".", help="which kernels, a regular expression")
    parser.add_argument("--files", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path)
    options = parser.parse_args()
    options.builds = [build.resolve() for build in options.builds]
    options.kernels = [path.resolve() for path in options.kernels or ()] or kernels_beside(options.builds)
    options.only = options.only or ["kernels", "compare", "fingerprint", "cluster"]
    if options.times < 1:
        parser.error("--times takes 1 or more")
    return options


def main():
    options = arguments()
    out = ROOT / "build/bench"
    out.mkdir(parents=True, exist_ok=True)
    print(f"{'medians of ' + str(options.times) + ' rounds, seconds and MB':48} {'A':>11} {'B':>11} {'B/A':>8} [95 %]")
    for name, measure in (("compare", cost_of_compare), ("fingerprint", cost_of_fingerprint)):
        if name in options.only:
            options.files = options.files or kernel_files(out)
            show(name, alternating(measure, options.builds, options.files, options.times))
    if "cluster" in options.only:
        pages = options.pages or cluster.unpack_pages(out / "cluster/pages")
        show("cluster", alternating(cost_of_cluster, options.builds, pages, options.times))
    if "kernels" not in options.only:
        return
    if options.kernels:
        show("kernels", alternating(seconds_of_kernels, options.kernels, options.filter, options.times))
    else:
        print("kernels: not run, no bench_kernels lies beside both builds; name them with --kernels A B")


if __name__ == "__main__":
    main()
