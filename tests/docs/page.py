"""What of docs/methods.md the tests read themselves: its tables and its constants."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = (ROOT / "docs/methods.md").read_text(encoding="utf-8")


def defaults() -> dict[str, tuple[int, int, int]]:
    """k, t and w of the anchors, by tokenizer."""
    table = METHODS.split("| tokenizer | k | t | w of the anchors |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
    return {name.strip("` "): (int(k), int(t), int(w))
            for names, k, t, w in rows for name in names.split(",")}


def constants() -> set[int]:
    """Numbers written with base 16."""
    return {int(digits, 16) for digits in re.findall(r"\b([0-9A-F]{8,16})₁₆", METHODS)}
