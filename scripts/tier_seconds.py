#!/usr/bin/env python3
"""Writes the seconds of tests/tiers.txt anew, from what CTest measured in a build folder.

    tier_seconds.py BUILD     after `./dev test` and `./dev check --all` on an idle machine

CTest keeps the mean time of each test in Testing/Temporary/CTestCostData.txt. The shards of a test
program count together; of the tier `unit` the programs that take at least SLOW seconds are listed. Tests
that were not measured keep their seconds.
"""

import collections
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests/tiers.txt"
SLOW = 5
WIDTH = 100


def measured(costs: str) -> dict[str, float]:
    """Maps a test, or a program for all its shards, to seconds."""
    found = collections.defaultdict(float)
    for line in costs.split("---")[0].splitlines():
        name, runs, seconds = line.rsplit(" ", 2)
        if int(runs) > 0:
            found[re.sub(r"\.\d+$", "", name)] += float(seconds)
    return found


def programs(costs: str) -> set[str]:
    return {match[1] for match in re.finditer(r"^(\w+)\.\d+ ", costs, re.MULTILINE)}


def rewritten(table: str, costs: str) -> str:
    seconds, shards, lines, tier, names = measured(costs), programs(costs), [], "", {}

    def finish():
        if tier == "unit":
            names.update({name: 0 for name in shards if seconds[name] >= SLOW})
        words = [f"{name}:{round(seconds[name]) or 1 if name in seconds else old}" for name, old in names.items()]
        lines.extend(textwrap.wrap(" ".join(words), WIDTH, initial_indent="  ", subsequent_indent="  "))

    for line in table.splitlines():
        if line.startswith("  "):
            names.update(dict(word.split(":") for word in line.split()))
            continue
        if not line.strip():
            finish()
            tier, names = "", {}
        elif not line.startswith("#"):
            tier = line.split()[0]
        lines.append(line)
    finish()
    return "\n".join(lines) + "\n"


def main() -> None:
    costs = (pathlib.Path(sys.argv[1]) / "Testing/Temporary/CTestCostData.txt").read_text()
    TABLE.write_text(rewritten(TABLE.read_text(), costs))


if __name__ == "__main__":
    main()
