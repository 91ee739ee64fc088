#!/usr/bin/env python3
"""Prose in Markdown has at most 100 columns a line; tables, code and headings are as wide as they must.

    markdown_width.py ROOT          fails where a line of prose is longer
    markdown_width.py ROOT --fix    fills every paragraph and list item anew
"""

import pathlib
import re
import sys

import markdown

WIDTH = 100
# Text that may not be broken: code with the text around it, and other text up to a space.
WORD = re.compile(r"(?:`[^`]*`|[^\s`]|`)+")
# What would begin a list, a heading, a quotation or a table, were it the first of a line; and signs.
MARKER = re.compile(r"^([-+*]|\d+[.)]|#+|>.*|=+|\|.*|[%/×−≤≥⊕·]\S?)$")


def hangs(block: markdown.Block) -> str:
    """What the lines of a block after its first begin with."""
    item = markdown.LIST_ITEM.match(block.lines[0])
    first = block.lines[0]
    return " " * (len(item.group(0)) if item else len(first) - len(first.lstrip()))


def words_of(text: str) -> list[str]:
    """The words of lines; what may not begin a line stays with the word before it."""
    words = []
    for word in WORD.findall(text):
        if words and MARKER.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def fill(block: markdown.Block) -> list[str]:
    indent = hangs(block)
    item = markdown.LIST_ITEM.match(block.lines[0])
    first = item.group(0) if item else indent
    text = " ".join(line.strip() for line in block.lines)[len(first.strip()):]
    words = words_of(text)
    lines = [first + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(indent + word)
    return lines


def too_wide(block: markdown.Block) -> list[tuple[int, int]]:
    """Line and width of each line of prose that is longer, and is more than one word."""
    return [(block.line + i, len(line)) for i, line in enumerate(block.lines)
            if block.kind == "prose" and len(line) > WIDTH and len(words_of(line.strip())) > 1]


def fix(path: pathlib.Path) -> None:
    found = markdown.blocks(path.read_text(encoding="utf-8"))
    lines = [line for block in found
             for line in (fill(block) if block.kind == "prose" else block.lines)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    paths = markdown.files(root)
    if "--fix" in sys.argv:
        for path in paths:
            fix(path)
    wide = [f"{path.relative_to(root)}:{line}: {width} columns"
            for path in paths for block in markdown.blocks(path.read_text(encoding="utf-8"))
            for line, width in too_wide(block)]
    print("\n".join(wide) or f"{len(paths)} Markdown files keep to {WIDTH} columns")
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main())
