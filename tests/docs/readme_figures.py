#!/usr/bin/env python3
"""Whether the figures in README.md's table of tools stand in the pages that they come from.

    readme_figures.py ROOT
"""

import pathlib
import re
import sys


def rows(page: pathlib.Path) -> list[list[str]]:
    """The cells of each line of a table."""
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")]
            for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]


def row(page: pathlib.Path, first: str) -> list[str]:
    """The one row whose first cell holds `first`."""
    found = [cells for cells in rows(page) if first in cells[0]]
    assert len(found) == 1, f"{page.name} has {len(found)} rows with `{first}`"
    return found[0]


def average_precision(quality: pathlib.Path, label: str) -> dict[str, str]:
    """That of each tool on one set of docs/quality.md."""
    cells = row(quality, label)
    figures = dict(re.findall(r"(\w+) \.\d+ / (\.\d+)", cells[6]))
    return {"whorl": re.findall(r"\*\*(\.\d+)\*\*", cells[3])[0], **figures}


def seconds(compare: pathlib.Path, files: str) -> dict[str, str]:
    """Of whorl and SIM in docs/compare.md, rounded as README.md has them."""
    cells = next(cells for cells in rows(compare) if cells[0] == files)
    return {"whorl": f"{float(cells[3]):.0f} s", "SIM": f"{float(cells[6]):.0f} s"}


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    readme = root / "README.md"
    tools = row(readme, "runs on your machine")
    header = next(cells for cells in rows(readme) if cells[1:2] == ["whorl"])
    assert len(tools) == len(header)
    expected = {
        "average precision": average_precision(root / "docs/quality.md", "conplag templatefree"),
        "5,000 C files": seconds(root / "docs/compare.md", "5,000"),
    }
    wrong = []
    for name, figures in expected.items():
        shown = dict(zip(header[1:], row(readme, name)[1:]))
        due = {tool: figures.get(tool, "–") for tool in header[1:]}
        if shown != due:
            wrong.append(f"README.md, `{name}`:\n  shows {shown}\n  due   {due}")
    print("\n".join(wrong) or f"{len(expected)} rows hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
