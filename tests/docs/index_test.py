#!/usr/bin/env python3
"""Fails if docs/README.md does not list a page of docs/ exactly once, or README.md does not link to it.

    index_test.py ROOT
"""

import pathlib
import re
import sys

# - [Title](page.md): what the page says
ENTRY = re.compile(r"^- \[[^\]]+\]\(([\w./-]+)\): \S", re.MULTILINE)


def faults(root: pathlib.Path):
    index = (root / "docs/README.md").read_text(encoding="utf-8")
    listed = ENTRY.findall(index)
    for page in sorted((root / "docs").rglob("*.md")):
        name = page.relative_to(root / "docs").as_posix()
        if name != "README.md" and listed.count(name) != 1:
            yield f"docs/README.md: lists {name} {listed.count(name)} times, not once"
    if "(docs/README.md)" not in (root / "README.md").read_text(encoding="utf-8"):
        yield "README.md: does not link to docs/README.md"


def main() -> int:
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "docs/README.md lists every page")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
