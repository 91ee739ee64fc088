#!/usr/bin/env python3
"""Tries mutations of the program: small wrong changes, each of which some test should catch.

The mutations of a room are in ROOM.py next to this file. All of them are compiled into one build.
An environment variable enables one of them, so that trying one needs a run of its tests and no
build:

    tests/mutation/mutate.py --build build/debug            all rooms
    tests/mutation/mutate.py --build build/debug sweep join --only dates

The sources are restored at the end, also after an interrupt. `--keep` leaves the switches in them
for the next call; a call with only `--restore` removes them. `--check` tries nothing: it lists the
mutations with text that does not occur exactly once in its file.
"""

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ROOMS = ["tokens", "selection", "sweep", "cluster", "join", "store", "compare", "repeats"]
MUTANT = HERE / "mutant.h"


class Switch:
    """A mutation in the source: the text contains both the original and the change."""

    def __init__(self, room, number, mutation):
        self.mutation = mutation
        self.name = f"{room}:{number}"
        self.path = ROOT / mutation.file
        test = f'WHORL_MUTANT("{self.name}")'
        old, new = mutation.old, mutation.new
        if old.endswith((";", "}")):
            self.text = f"if ({test}) {{ {new} }} else {{ {old} }}"
        else:
            self.text = f"({test} ? ({new}) : ({old}))"

    def fault(self):
        """Why it has no place in the sources, or None."""
        if not self.path.exists():
            return f"{self.name}: there is no {self.mutation.file}"
        count = self.path.read_text().count(self.mutation.old)
        if count == 1:
            return None
        return f"{self.name}: stands {count} times in {self.mutation.file}: {self.mutation.old}"

    def apply(self):
        text = self.path.read_text()
        if f'WHORL_MUTANT("{self.name}")' in text:
            return
        if fault := self.fault():
            sys.exit(fault)
        text = text.replace(self.mutation.old, self.text)
        self.path.write_text(text if self.include() in text else self.with_include(text))

    def include(self):
        return f'#include "{os.path.relpath(MUTANT, self.path.parent)}"  // mutation\n'

    def with_include(self, text):
        at = text.index("#include")
        return text[:at] + self.include() + text[at:]

    def restore(self):
        text = self.path.read_text()
        restored = text.replace(self.text, self.mutation.old).replace(self.include(), "")
        if restored != text:
            self.path.write_text(restored)


def restore(switches):
    for switch in reversed(switches):  # one may be inside another
        switch.restore()


def check(switches):
    faults = [fault for switch in switches if (fault := switch.fault())]
    print("\n".join([*faults, f"{len(switches)} mutations, {len(faults)} without a place"]))
    return 1 if faults else 0


def run_tests(switch, tests, build, timeout):
    """What became of the tests with the mutation on: "caught by …" or None."""
    environment = dict(os.environ, WHORL_MUTANT=switch.name)
    for program, names in tests:
        command = [build / "bin" / program, f"--gtest_filter={names}", "--gtest_fail_fast",
                   "--gtest_brief=1"]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True,
                                  timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return f"{program}, by time"
        if done.returncode != 0:
            failed = [line for line in done.stdout.splitlines() if line.startswith("[  FAILED  ]")]
            return failed[0][13:].split(" (")[0] if failed else f"{program}, by its end"
    return None


def check_names(switches, build):
    """Ends the run where a mutation names tests that are not there."""
    named = {(program, pattern) for switch in switches for program, names in switch.mutation.tests
             for pattern in names.split("-")[0].split(":") if pattern}
    for program, pattern in sorted(named):
        listed = subprocess.run([build / "bin" / program, f"--gtest_filter={pattern}",
                                 "--gtest_list_tests"], capture_output=True, text=True, check=True)
        if "\n  " not in listed.stdout:
            sys.exit(f"{program} has no test {pattern}")


def check_tests(switches, build, timeout):
    """Ends the run if a test fails without a mutation: then it would catch each."""
    none = Switch("no", 0, switches[0].mutation)
    for program, names in sorted({test for switch in switches for test in switch.mutation.tests}):
        if caught := run_tests(none, [(program, names)], build, timeout):
            sys.exit(f"{program} fails without a mutation: {caught}")


def try_all(switches, build, timeout):
    survivors = 0
    for switch in switches:
        mutation = switch.mutation
        if mutation.equivalent:
            print(f"{switch.name} equivalent: {mutation.equivalent}", flush=True)
            continue
        caught = run_tests(switch, mutation.tests, build, timeout)
        survivors += caught is None
        verdict = f"caught by {caught}" if caught else "SURVIVED"
        print(f"{switch.name} {verdict}: {mutation.what}", flush=True)
    return survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    parser.add_argument("--build", type=Path, help="a configured build folder")
    parser.add_argument("--only", default="", help="mutations whose name or text has this in it")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for a program of tests")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--restore", action="store_true")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    sys.path.insert(0, str(HERE))
    switches = [Switch(room, number, mutation) for room in asked.rooms
                for number, mutation in enumerate(importlib.import_module(room).MUTATIONS, 1)]
    if asked.check:
        return check(switches)
    if asked.restore:
        restore(switches)
        return 0
    try:
        for switch in switches:
            switch.apply()
        programs = sorted({name for switch in switches for name, _ in switch.mutation.tests})
        subprocess.run(["ninja", "-C", asked.build, *programs], check=True)
        wanted = [s for s in switches if asked.only in s.name + " " + s.mutation.what]
        check_names(wanted, asked.build)
        check_tests(wanted, asked.build, asked.timeout)
        survivors = try_all(wanted, asked.build, asked.timeout)
    finally:
        if not asked.keep:
            restore(switches)
    print(f"{len(wanted)} mutations, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
