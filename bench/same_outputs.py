#!/usr/bin/env python3
"""bench/same_outputs.py [--quick] [--list] [--jobs N] [-o DIR] BUILD_A BUILD_B [SET...]: do two builds write the same?

Each BUILD is a program `whorl`. Both run the cases of bench/same/cases.py over the labelled sets of
../shared/data (or $WHORL_DATA), each case in a folder of the same path; every file they write, what they
print and their exit status have to be equal byte for byte. Put aside are the seconds of phases and the
page around the data of report.html; help, manual page and `whorl methods` are not looked at.

SET chooses cases with that word in their name: a labelled set, a command, a flag. --quick takes a part
of them. DIR (build/bench/same) gets the unpacked sets, and of cases that differ what either build wrote;
on a busy disk -o /dev/shm/same is many times faster, since whorl waits for every file to be on the disk.
The exit status is 1 if any differs, or fails with either build, since then it shows nothing.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from measuring import ROOT
from same.cases import all_cases
from same.labelled_sets import data_folder, unpack
from same.outputs import first_difference, run_case


def chosen(cases, words, quick):
    return [case for case in cases if (case.quick or not quick) and (not words or set(words) & set(case.name.split()))]


def folder_of(case, out):
    return out / "cases" / re.sub(r"[^\w.+-]+", "_", case.name)


def outcome(case, builds, links, out):
    """Describes the difference of a case, or None. Both builds run in folder/run, one after the other."""
    folder = folder_of(case, out)
    shutil.rmtree(folder, ignore_errors=True)
    for side, program in builds.items():
        failure = run_case(program, case, links, folder / "run")
        (folder / "run").rename(folder / side)
        if failure:
            return f"{side}: {failure}"
    difference = first_difference(folder / "a", folder / "b")
    if difference is None:
        shutil.rmtree(folder)
    return difference


def row(case, builds, links, out):
    begin = time.monotonic()
    difference = outcome(case, builds, links, out)
    shown = "same" if difference is None else f"DIFFERS  {difference}"
    print(f"{case.name:<72} {time.monotonic() - begin:6.1f} s  {shown}", flush=True)
    return difference is None


def program(path):
    if not os.access(path, os.X_OK) or not os.path.isfile(path):
        raise argparse.ArgumentTypeError(f"{path} is no program")
    return pathlib.Path(path).resolve()


def known_methods(build):
    return json.loads(subprocess.run([build, "methods", "--json"], capture_output=True, check=True).stdout)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", type=program, metavar="BUILD_A")
    parser.add_argument("b", type=program, metavar="BUILD_B")
    parser.add_argument("words", nargs="*", metavar="SET")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true", help="name the cases and their commands, and run none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cases at a time")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "build/bench/same")
    return parser.parse_args()


def main():
    options = arguments()
    begin = time.monotonic()
    out = options.o.resolve()
    sets = out / "data"
    unpack(data_folder(ROOT), sets)
    cases = chosen(all_cases(known_methods(options.a), sets), options.words, options.quick)
    if not cases:
        sys.exit(f"no case has any of these words: {' '.join(options.words)}")
    if options.list:
        print("\n".join(f"{case.name}\n    " + "\n    ".join(case.steps) for case in cases))
        return
    builds, links = {"a": options.a, "b": options.b}, {"data": sets, "project": ROOT}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        same = list(pool.map(lambda case: row(case, builds, links, out), cases))
    print(f"{len(same)} cases, {same.count(False)} differ, {time.monotonic() - begin:.0f} s"
          + (f"; what differs is in {out / 'cases'}" if False in same else ""))
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
