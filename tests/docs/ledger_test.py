"""That `./dev bench ledger` runs, says what an early program cannot do, and keeps the list of reasons.

    ledger_test.py          (the program: environment variable WHORL)
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import build  # noqa: E402
import ledger  # noqa: E402
import ledger_page  # noqa: E402
from ledger_jobs import QUICK, jobs  # noqa: E402

WHORL = os.environ["WHORL"]
ABOUT = {"date": "2026-11-30", "cores": 2, "processor": "x", "memory_bytes": 8e9, "load": 0.5, "commits": ("aaa", "bbb", "ccc"),
         "builds": "- `aaa`;", "rounds": "3 rounds", "anchors": "none", "sets": ""}


def costs(*values):
    return {"processor": values[0], "wall": values[0], "memory": values[-1]}


def page_cells(page, title):
    """The cells of the first row of a job."""
    row = next(line for line in page.splitlines() if line.startswith(f"| {title}"))
    return [cell.strip() for cell in row.strip("|").split("|")]


class Page(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.page = pathlib.Path(scratch.name, "results/page.md")
        self.job = jobs(QUICK)[0]

    def written(self, rounds):
        ledger_page.write(self.page, [(self.job, 5e6, rounds)], ABOUT)
        return self.page.read_text(encoding="utf-8")

    def test_a_new_run_keeps_the_reasons(self):
        rounds = [tuple(costs(2.0) for _ in range(4)) for _ in range(3)]
        row = "| ccc | dedup, wall time | 1.10 | Verifies each pair |\n"
        self.page.parent.mkdir()
        self.page.write_text(self.written(rounds) + row, encoding="utf-8")
        faster = [tuple(costs(1.0) for _ in range(4)) for _ in range(3)]
        second = self.written(faster)
        self.assertTrue(second.endswith(row))
        self.assertEqual(second.count("\n## "), 6)
        self.assertEqual(page_cells(second, self.job.title)[3], "1")

    def test_a_ratio_is_bold_if_its_whole_range_is_beyond_3_percent(self):
        steady = [(costs(1.0), costs(1.0), costs(1.1), costs(10.0)) for _ in range(5)]
        cells = page_cells(self.written(steady), self.job.title)
        self.assertEqual(cells[4:7], ["**1.10**", "**1.10** [1.10, 1.10]", "**0.11**"])
        noisy = [(costs(1.0), costs(1.0), costs(value)) for value in (0.9, 1.1, 1.1, 0.9, 1.1)]
        self.assertEqual(page_cells(self.written(noisy), self.job.title)[5], "1.10 [0.90, 1.10]")
        self.assertEqual(page_cells(self.written(steady[:2]), self.job.title)[5], "1.10 [1.10, 1.10]")

    def test_values_that_changed_are_listed_with_their_ratio(self):
        rounds = [(costs(1.0), costs(1.0, 50.0), costs(1.0, 60.0)) for _ in range(5)]
        self.assertEqual(list(ledger_page.needing_reasons([(self.job, 1, rounds)])),
                         [f"{self.job.title}: peak memory, ratio 1.20 [1.20, 1.20]"])

    def test_a_program_that_ran_once_has_no_range(self):
        slow = costs(40.0)
        rounds = [(costs(1.0), slow, costs(2.0)) for _ in range(3)]
        self.assertEqual(page_cells(self.written(rounds), self.job.title)[5], "0.05")

    def test_a_clean_build_stays_until_it_is_measured_again(self):
        cost = build.Cost(wall=600, processor=1140, compiler_mb=812.4, status=0)
        failed = build.Cost(wall=1, processor=1, compiler_mb=1, status=1)
        rounds = [(costs(1.0), costs(1.0), costs(1.0))]
        ledger_page.write(self.page, [(self.job, 5e6, rounds)], ABOUT, {"aaa": cost, "ccc": failed})
        second = self.written(rounds)
        self.assertIn("| aaa | 10.0 | 19.0 | 812 |", second)
        self.assertIn("| ccc | failed |", second)


class Sides(unittest.TestCase):
    def test_a_slow_program_runs_once(self):
        calls = []

        def slow(subject, scratch):
            calls.append((subject, scratch))
            return costs(ledger.SLOW + 1)
        side = ledger.settled(slow)
        self.assertIs(side(1, 2), side(1, 2))
        self.assertEqual(len(calls), 1)


@unittest.skipUnless(shutil.which("time"), "GNU time is not installed (apt install time)")
class Run(unittest.TestCase):
    def test_measures_what_each_program_can_do(self):
        with tempfile.TemporaryDirectory() as folder:
            early = pathlib.Path(folder, "early")
            early.write_text(f'#!/bin/sh\n[ "$1" != registry ] || exit 1\nexec "{WHORL}" "$@"\n')
            early.chmod(0o755)
            page = pathlib.Path(folder, "page.md")
            subprocess.run([ROOT / "bench/ledger.py", "--quick", "--only", "dedup-documents,registry-load,registry-search",
                            "--without-anchors", "--whorl", WHORL, "--old", early, "--before", WHORL, "-o", page],
                           check=True, stdout=subprocess.DEVNULL)
            text = page.read_text(encoding="utf-8")
        value = re.compile(r"[\d.,]+")
        for job in ("dedup", "registry, load", "registry, search"):
            _, old, before, now, *_ = page_cells(text, job)
            self.assertRegex(before, value)
            self.assertRegex(now, value)
            if job == "dedup":
                self.assertRegex(old, value)
            else:
                self.assertEqual(old, "not supported")

    def test_an_unknown_job_is_refused_with_those_that_exist(self):
        run = subprocess.run([ROOT / "bench/ledger.py", "--only", "nothing", "--whorl", WHORL], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("registry-load", run.stderr)


if __name__ == "__main__":
    unittest.main()
