#!/usr/bin/env python3
"""Progress has a unit and a share: fails if a phase of src/ has no total, or its steps no name.

A phase begins with `progress.phase("name", total)`. The total is not 0, except for the phases below.
The name of its steps is in kUnits of apps/cli/run_progress.cc, or is the phase's name (“documents”).

progress_rule.py ROOT
"""

import pathlib
import re
import sys

PHASE = re.compile(r'(?:\.|->)phase\(\s*"([^"]+)",\s*([^;]+)\);')
UNIT = re.compile(r'\{"([^"]+)", ')
NAMED_BY_STEPS = {"documents", "draws", "lengths", "methods", "neighbours", "pairs", "postings", "resemblances", "settings",
                  "signatures", "texts", "full fingerprints"}


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    table = (root / "apps/cli/run_progress.cc").read_text(encoding="utf-8")
    units = set(UNIT.findall(table[table.index("kPhaseUnits[]"):table.index("};", table.index("kPhaseUnits[]"))]))
    found, wrong = set(), []
    for path in sorted((root / "src").glob("**/*.cc")):
        for name, total in PHASE.findall(path.read_text(encoding="utf-8")):
            found.add(name)
            place = f"{path.relative_to(root)}: {name}"
            if total.strip() == "0":
                wrong.append(f"{place}: has no total")
            if name not in units | NAMED_BY_STEPS:
                wrong.append(f"{place}: its steps have no unit")
    wrong += [f"{name}: is no phase" for name in sorted(units - found)]
    print("\n".join(wrong) or f"{len(found)} phases have a total and a unit")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main())
