"""Markdown cut into blocks of lines, as far as the rules of this folder need to know them."""

import dataclasses
import pathlib
import re
import subprocess

LIST_ITEM = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+")
FENCE = re.compile(r"^\s*(```|~~~)")


@dataclasses.dataclass
class Block:
    kind: str  # prose, code, table, heading, comment or blank
    line: int  # number of its first line, from 1
    lines: list[str]


def kind_of(line: str, before: str) -> str:
    """The kind of a line outside of fences that follows a line of kind `before`."""
    if not line.strip():
        return "blank"
    if line.startswith("    ") and before in {"blank", "code", "heading"}:
        return "code"
    if line.lstrip().startswith("|"):
        return "table"
    if line.startswith("#"):
        return "heading"
    if line.startswith("<!--"):
        return "comment"
    return "prose"


def kinds(lines: list[str]) -> list[str]:
    """The kind of each line. Lines of a fenced block and its fences are code."""
    found, fenced, comment = [], False, False
    for line in lines:
        fence = bool(FENCE.match(line))
        if fenced or fence:
            found.append("code")
            fenced = fenced != fence
            continue
        kind = "comment" if comment else kind_of(line, found[-1] if found else "blank")
        comment = kind == "comment" and "-->" not in line
        if kind == "code" and "code" in found:
            join_code(found)
        found.append(kind)
    return found


def join_code(found: list[str]) -> None:
    """Blank lines between two lines of code are code."""
    last = max(i for i, kind in enumerate(found) if kind == "code")
    if set(found[last + 1:]) <= {"blank"}:
        found[last + 1:] = ["code"] * len(found[last + 1:])


def begins_block(line: str, kind: str, before: Block | None) -> bool:
    return before is None or before.kind != kind or bool(kind == "prose" and LIST_ITEM.match(line))


def blocks(text: str) -> list[Block]:
    lines, found = text.splitlines(), []
    for number, (line, kind) in enumerate(zip(lines, kinds(lines)), 1):
        if begins_block(line, kind, found[-1] if found else None):
            found.append(Block(kind, number, []))
        found[-1].lines.append(line)
    return found


def files(root: pathlib.Path) -> list[pathlib.Path]:
    """Every Markdown file of the project: those that git knows, or all files outside of build
    folders."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"],
                            capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return [path for path in sorted(root / name for name in listed.stdout.splitlines()) if path.exists()]
    skipped = {"build", "node_modules", ".git"}
    return [path for path in sorted(root.glob("**/*.md"))
            if not skipped & set(path.relative_to(root).parts)]
