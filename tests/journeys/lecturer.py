#!/usr/bin/env python3
"""A lecturer with a class of submissions, last year's, and the code that was handed out.

usage: lecturer.py WHORL
"""

import json
import random
import sys
import zipfile

from terminal import Terminal

GIVEN = "#include <stdio.h>\nint main(void) {\n  return run_all_of_the_tests(stdin, stdout);\n}\n"


def function(dice: random.Random, name: str) -> str:
    lines = [f"  total {dice.choice('+-*')}= w[{dice.randrange(99)}] {dice.choice('<>&|')} {dice.randrange(999)};" if dice.random() < 0.6
             else f"  if (total > {dice.randrange(999)}) call_{dice.randrange(40)}(total, w + {dice.randrange(9)});" for _ in range(14)]
    return f"int {name}(const int* w) {{\n  int total = 0;\n" + "\n".join(lines) + "\n  return total;\n}\n"


def submit(at: Terminal) -> None:
    dice = random.Random(14)
    for number in range(40):
        at.write(f"hand-ins/s{number:02}/main.c", GIVEN + "".join(function(dice, f"f{i}") for i in range(5)))
    copied = at.read("hand-ins/s03/main.c").replace("total", "sum").replace("w[", "weights[").replace("* w", "* weights")
    at.write("hand-ins/s17/main.c", copied)
    at.write("hand-ins/s21/main.c", at.read("hand-ins/s05/main.c"))
    at.write("last-year/old/main.c", at.read("hand-ins/s08/main.c"))
    at.write("given/main.c", GIVEN)
    with zipfile.ZipFile(at.folder / "hand-ins/s39.zip", "w") as archive:
        archive.write(at.folder / "hand-ins/s05/main.c", "main.c")
    at.write("hand-ins/s38/notes.rar", "Rar!\x1a\x07")


def main() -> None:
    at = Terminal(sys.argv[1])
    submit(at)
    at.says("whorl compare handins", "handins", status=1)
    at.says("whorl compare hand-ins -o out.rar", "name a folder, such as out", status=1)
    everything = "whorl compare hand-ins --archive last-year --base given"
    shown = at.says(everything, "The report is in whorl-report/report.html", "notes.rar", "1 of past years", status=2)
    best = [line for line in shown.splitlines() if line.startswith("1.000")]
    assert any("s05" in line and "s21" in line for line in best), shown
    report = json.loads(at.read("whorl-report/report.json"))
    pairs = {frozenset((p["a"].split("/")[-1], p["b"].split("/")[-1])): p for p in report["pairs"]}
    assert {frozenset(("s05", "s21")), frozenset(("s03", "s17")), frozenset(("s08", "old"))} <= pairs.keys(), pairs.keys()
    assert pairs[frozenset(("s05", "s21"))]["identical_names"] and not pairs[frozenset(("s03", "s17"))]["identical_names"]

    pair = pairs[frozenset(("s05", "s21"))]
    at.write("verdicts.json", json.dumps({"version": 1, "verdicts": [
        {"a": pair["a"], "b": pair["b"], "verdict": "copied", "note": "both admit it"}]}))
    at.says(f"{everything} --review verdicts.json", "whorl-report/report.html", status=2)
    assert "both admit it" in at.read("whorl-report/pairs.csv")
    at.says(f"{everything} --anonymize -o board", "board/report.html", status=2)
    assert "s21" not in at.read("board/pairs.csv").replace("s021", "")
    at.leave()


if __name__ == "__main__":
    main()
