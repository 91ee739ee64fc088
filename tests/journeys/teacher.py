#!/usr/bin/env python3
"""A teacher with the zip that Moodle gives: from it to the pairs and the report.

usage: teacher.py WHORL
"""

import csv
import io
import json
import random
import sys
import zipfile

from lecturer import GIVEN, function
from terminal import Terminal

FIRST = "Ann Björn Cleo Dörte Émile Fatma Günther Hélène Ivo Jürgen Kaan Leïla Mona Nuño Øyvind".split()
LAST = "Müller Nguyễn Özdemir Parker Quast Rönn Schäfer Tanaka Ünal Vögel".split()
STUDENTS = [f"{first} {last}" for first in FIRST for last in LAST]
COPY, ORIGINAL = "Günther Müller", "Émile Ünal"


def member(number: int, name: str) -> zipfile.ZipInfo:
    """An entry as Moodle writes it, handed in a quarter of an hour after the one before."""
    hours, quarter = divmod(number, 4)
    when = (2026, 3, 1 + hours // 24, hours % 24, 15 * quarter, 0)
    return zipfile.ZipInfo(f"{STUDENTS[number]}_{7000 + number}_assignsubmission_file_/{name}", when)


def hand_in(at: Terminal) -> None:
    dice = random.Random(7)
    programs = [GIVEN + "".join(function(dice, f"f{i}") for i in range(5)) for _ in STUDENTS]
    renamed = programs[STUDENTS.index(ORIGINAL)].replace("total", "sum").replace("w[", "weights[").replace("* w", "* weights")
    programs[STUDENTS.index(COPY)] = renamed
    with zipfile.ZipFile(at.folder / "Programming 1-Homework 3-4711.zip", "w", zipfile.ZIP_DEFLATED) as export:
        for number, program in enumerate(programs):
            export.writestr(member(number, "homework 3.c"), program)
            if number % 10 == 0:
                export.writestr(member(number, "notes.txt"), f"I did exercise {number} by myself.\n")
    at.write("given.c", GIVEN)


def rows(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))


def names_of(report: dict) -> list[str]:
    """All names that a reader of the report sees; `path` of a submission says where it was found."""
    names = [pair[side] for pair in report["pairs"] for side in "ab"]
    names += [passage[side]["file"] for pair in report["pairs"] for passage in pair["passages"] for side in "ab"]
    for submission in report["submissions"]:
        names += [submission["name"], submission["student"], *(file["path"] for file in submission["files"])]
    return names + [skipped["path"] for skipped in report["skipped"]]


def main() -> None:
    at = Terminal(sys.argv[1], limit=12)
    hand_in(at)
    shown = at.says("whorl compare Programming*.zip --base given.c", "Names of a Moodle export: 150 students.",
                    "150 submissions in 165 files", "The report is in whorl-report/report.html")
    best = next(line for line in shown.splitlines() if line.startswith("0.99"))
    assert COPY in best and ORIGINAL in best, shown
    assert "assignsubmission" not in shown, shown

    report = json.loads(at.read("whorl-report/report.json"))
    assert {s["name"] for s in report["submissions"]} == set(STUDENTS)
    strange = [name for name in names_of(report) if "assignsubmission" in name]
    assert not strange, strange[:3]
    assert {s["dated_by"] for s in report["submissions"]} == {"files"}
    assert all("_assignsubmission_file_" in s["path"] for s in report["submissions"])

    pair = rows(at.read("whorl-report/pairs.csv"))[0]
    assert {pair["a"], pair["b"]} == {COPY, ORIGINAL}, pair
    assert f"{pair['a']}_" in pair["path_a"] and pair["handed_in_a"].startswith("2026-03-0"), pair
    students = rows(at.read("whorl-report/students.csv"))
    assert len(students) == 150 and {s["student"] for s in students[:2]} == {COPY, ORIGINAL}, students[:2]
    assert {s["best_match"] for s in students[:2]} == {COPY, ORIGINAL} and students[0]["notable"] == "1", students[:2]

    at.says("whorl compare Programming*.zip --base given.c -o again --xlsx pairs.xlsx", "again/report.html")
    with zipfile.ZipFile(at.folder / "pairs.xlsx") as workbook:
        sheet = workbook.read("xl/worksheets/sheet1.xml").decode()
    assert f">{pair['a']}<" in sheet and ">A in B<" in sheet, sheet[:1000]
    at.says("whorl compare Programming*.zip --base given.c --plain-names -o plain", "submission_file_")
    at.leave()


if __name__ == "__main__":
    main()
