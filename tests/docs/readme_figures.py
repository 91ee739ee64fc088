#!/usr/bin/env python3
"""Whether the measurements in README.md and docs/coming-from.md are those of the pages they come from.

    readme_figures.py ROOT
"""

import pathlib
import re
import sys

TOOLS_NOT_SHOWN = {"rensa-lsh"}  # the second way to call rensa


def rows(page: pathlib.Path) -> list[list[str]]:
    """The cells of each line of a table."""
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")]
            for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]


def row(page: pathlib.Path, first: str) -> list[str]:
    """The one row whose first cell contains `first`."""
    found = [cells for cells in rows(page) if first in cells[0]]
    assert len(found) == 1, f"{page.name} has {len(found)} rows with `{first}`"
    return found[0]


def average_precision(quality: pathlib.Path, label: str) -> dict[str, str]:
    """The average precision of each tool on one set of docs/quality.md."""
    cells = row(quality, label)
    figures = dict(re.findall(r"(\w+) 0\.\d+ / (0\.\d+)", cells[6]))
    return {"whorl": re.findall(r"\*\*(0\.\d+)\*\*", cells[3])[0], **figures}


def shown_precision(page: pathlib.Path) -> tuple[dict[str, str], dict[str, str]]:
    """The row of docs/coming-from.md, and what it must be."""
    header = next(cells for cells in rows(page) if cells[1:2] == ["whorl"])
    shown = dict(zip(header[1:], row(page, "average precision")[1:]))
    due = average_precision(page.parent / "quality.md", "conplag templatefree")
    return shown, {tool: due.get(tool, "–") for tool in header[1:]}


def compared(page: pathlib.Path, files: str) -> list[list[str]]:
    """The rows of README.md for this number of C files, from docs/compare.md."""
    cells = next(cells for cells in rows(page) if cells[0] == files)
    job, (seconds, processor, memory, sim) = f"compare {files} C files", cells[3:7]
    due = [[job, "whorl", seconds, processor, f"{memory} MB"], [job, "SIM `-p`", sim, "–", "–"]]
    return due if sim != "–" else due[:1]


def deduplicated(page: pathlib.Path) -> list[list[str]]:
    """The rows of README.md for pages, from docs/results/benchmarks.md; the fastest tool is first."""
    pages = re.search(r"same ([\d,]+) pages", " ".join(page.read_text(encoding="utf-8").split())).group(1)
    table = rows(page)
    begin = next(i for i, cells in enumerate(table) if cells[:2] == ["tool", "removed"])
    due = []
    for cells in table[begin + 2:]:
        if cells[0] == "tool":
            break
        if cells[0] not in TOOLS_NOT_SHOWN:
            due.append([f"deduplicate {pages} pages", cells[0], *cells[5:8]])
    return sorted(due, key=lambda cells: float(cells[2]))


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    table = rows(root / "README.md")[2:]
    due = [line for files in ("1,000", "5,000", "20,000")
           for line in compared(root / "docs/compare.md", files)]
    due += deduplicated(root / "docs/results/benchmarks.md")
    wrong = [f"README.md, table of times:\n  shows {shown}\n  due   {line}"
             for shown, line in zip(table, due) if shown != line]
    if len(table) != len(due):
        wrong.append(f"README.md, table of times: has {len(table)} rows, not {len(due)}")
    shown, precision = shown_precision(root / "docs/coming-from.md")
    if shown != precision:
        wrong.append(f"docs/coming-from.md, average precision:\n  shows {shown}\n  due   {precision}")
    print("\n".join(wrong) or f"{len(due) + 1} rows hold")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
