#!/usr/bin/env python3
"""bench/ledger.py [--rounds N] [--quick] [--only JOB,…] [--build] [-o PAGE]: what a fixed set of jobs costs.

Each job runs with the build of an early commit, with that of the commit before HEAD, with this build and, where there
is one, with a public program (an anchor), in turn. N (5) rounds count; what takes more than half a minute runs once.
The two other builds are made below build/bench/ledger once, or --old and --before name their programs. PAGE
(docs/results/ledger.md) is written anew; its list of reasons stays. --quick takes small sets and one round. --quick
and --only print the tables, and write a page only if -o names one. --build also measures a clean build of the
three commits, in half an hour; without it that section of the page stays.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import build
import ledger_jobs
import ledger_page
from before_after import alternating
from measuring import ROOT, WHORL, Failed, conditions

FOLDER = ROOT / "build/bench/ledger"
SLOW = 30  # a program that takes this many seconds runs once
WRONG_USAGE = 1  # exit status of whorl


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout.strip()


def built(commit):
    """The program of a commit, which is built once."""
    program = FOLDER / commit / "whorl"
    if program.exists():
        return program
    print(f"building {commit}", file=sys.stderr)
    program.parent.mkdir(parents=True, exist_ok=True)
    log = program.with_name("log")
    with tempfile.TemporaryDirectory(dir=program.parent) as scratch, open(log, "w", encoding="utf-8") as lines:
        try:
            clone = build.cloned(commit, pathlib.Path(scratch))
            for command in (["cmake", "--preset", "release", "-DWHORL_TESTS=OFF"], ["ninja", "-C", "build/release", "whorl"]):
                subprocess.run(command, cwd=clone, stdout=lines, stderr=lines, check=True)
        except subprocess.CalledProcessError as failure:
            sys.exit(f"{commit} could not be built: {failure}; {log} has the messages. "
                     "Build it yourself, and name the program with --old or --before")
        shutil.copy(clone / "build/release/bin/whorl", program)
    return program


def program_side(job, program):
    """The cost of a job with a program, or a note that the program does not know the job."""
    def side(subject, scratch):
        try:
            return job.cost(program, subject, scratch)
        except Failed as failure:
            if failure.status != WRONG_USAGE:
                raise
            return "not supported"
    return side


def anchor_side(anchor):
    def side(subject, scratch):
        try:
            return anchor.cost(subject, scratch)
        except (Failed, OSError) as failure:
            print(f"{anchor.name} is left out: {failure}", file=sys.stderr)
            return "not available"
    return side


def settled(side):
    """Runs once and uses this result for every round if the program is slow."""
    first = []

    def run(subject, scratch):
        if first:
            return first[0]
        found = side(subject, scratch)
        if isinstance(found, str) or found["wall"] > SLOW:
            first.append(found)
        return found
    return run


def rounds_of(job, programs, subject, rounds, with_anchor):
    sides = [program_side(job, program) for program in programs]
    if with_anchor and job.anchor:
        sides.append(anchor_side(job.anchor))
    return alternating(lambda side, *rest: side(*rest), list(map(settled, sides)), subject, rounds)


def bytes_of(subject):
    files = [subject] if subject.is_file() else filter(pathlib.Path.is_file, subject.rglob("*"))
    return sum(path.stat().st_size for path in files)


def measure(options, jobs):
    """(Job, bytes of its input, rounds) for each job."""
    results = []
    for job in jobs:
        print(f"running {job.name}", file=sys.stderr)
        subject = job.make()
        rounds = rounds_of(job, (options.old, options.before, options.whorl), subject, options.rounds, options.anchors)
        results.append((job, bytes_of(subject), rounds))
    return results


def commits():
    """The short names of the early commit, of the one before HEAD, and of HEAD."""
    now = git("rev-parse", "--short=7", "HEAD")
    changed = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
    return build.EARLIER, git("rev-parse", "--short=7", "HEAD~1"), now + changed


def about(options, names):
    old, before, now = names
    builds = [f"- `{old}`, an early commit;", f"- `{before}`, the commit before this one;",
              f"- `{now}`, this commit" + (" with changes that are not committed." if now.endswith("+") else ".")]
    anchors = f"SIM (Debian's similarity-tester), {ledger_jobs.version_of_rensa()}, memcpy" if options.anchors else "none"
    rounds = "one round" if options.rounds == 1 else f"{options.rounds} rounds"
    return {**conditions(options.whorl), "commits": names, "builds": "\n".join(builds), "rounds": rounds,
            "anchors": anchors, "sets": " The sets are the small ones of `--quick`." if options.quick else ""}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", help="jobs, separated by commas")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--whorl", type=pathlib.Path, default=WHORL, help="this build (%(default)s)")
    parser.add_argument("--old", type=pathlib.Path, help=f"a build of {build.EARLIER}")
    parser.add_argument("--before", type=pathlib.Path, help="a build of the commit before HEAD")
    parser.add_argument("--without-anchors", dest="anchors", action="store_false")
    parser.add_argument("-o", "--output", type=pathlib.Path)
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else 5)
    if options.rounds < 1:
        parser.error("--rounds takes 1 or more")
    if options.whorl is None:
        parser.error("whorl is not built; run ./dev build, or name the program with --whorl")
    return parser, options


def asked(parser, options):
    jobs = ledger_jobs.jobs(ledger_jobs.QUICK if options.quick else ledger_jobs.WHOLE)
    names = [job.name for job in jobs]
    wanted = options.only.split(",") if options.only else names
    if unknown := set(wanted) - set(names):
        parser.error(f"no such jobs: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    return [job for job in jobs if job.name in wanted]


def main():
    parser, options = arguments()
    jobs = asked(parser, options)
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = commits()
    options.old, options.before = ((given or built(commit)).resolve()
                                   for given, commit in zip((options.old, options.before), names))
    described = about(options, names)  # before the run, because of the load
    results = measure(options, jobs)
    costs_of_build = {}
    if options.build:
        costs_of_build = {name: build.measure("demo", name.rstrip("+"), False) for name in names}
    if page := options.output or (None if options.quick or options.only else ledger_page.PAGE):
        ledger_page.write(page, results, described, costs_of_build)
    print(ledger_page.tables(results, names))
    if lines := list(ledger_page.needing_reasons(results)):
        print(f"\nThese values differ from those of {names[1]} by more than 3 %. Add a row with the reason to "
              "docs/results/ledger.md:", *lines, sep="\n  ")


if __name__ == "__main__":
    main()
