#!/usr/bin/env python3
"""Small files, small functions, few parameters: fails where the code outgrows its rule.

A file has at most 800 lines; a function at most 60, measured by the `end` field of Universal Ctags
from its name to its closing brace; half the functions at most 6. At most seven functions in 1,000
take six parameters or more. Errors in src/ are carried by WHORL_ASSIGN_OR_RETURN and
WHORL_RETURN_IF_ERROR (src/base/try.h): a line `return tl::unexpected(…)` that hands on the error of
a Result is one that a macro could carry. What is allowed beside this stands below with its reason.

size_rule.py ROOT [--figures]: --figures prints every function of six parameters or more.
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys

MAX_FILE_LINES = 800
MAX_FUNCTION_LINES = 60
MAX_MEDIAN_LINES = 6
MANY_PARAMETERS = 6
MAX_SHARE_WITH_MANY = 0.005

# File → why it may be longer, or function → why it may.
LONG_FILES = {"src/canon/html/named_references.inc": "a table, written by a program"}
LONG_FUNCTIONS: dict[tuple[str, str], str] = {}

# A line hands on an error of a Result by hand, and why no macro can.
BY_HAND: dict[tuple[str, str], str] = {}

HANDS_ON = re.compile(r"return tl::unexpected\(.*\.(error|value)\(\)")


def sources(root: pathlib.Path):
    for top in ("include", "src", "apps"):
        for path in sorted((root / top).glob("**/*")):
            if path.suffix in {".h", ".cc", ".inc"}:
                yield path.relative_to(root).as_posix()


def functions(root: pathlib.Path, files: list[str]) -> list[dict]:
    """Every function definition: path, name, line, end, signature."""
    tags = subprocess.run(
        ["ctags", "--languages=C++", "--kinds-C++=f", "--fields=+neS", "--output-format=json", "-f", "-", "-L", "-"],
        cwd=root, input="\n".join(files), text=True, capture_output=True, check=True)
    return [json.loads(line) for line in tags.stdout.splitlines()]


def count_parameters(signature: str) -> int:
    inner = signature[1 : signature.rindex(")")].strip()
    if not inner or inner == "void":
        return 0
    depth, commas = 0, 0
    for character in inner:
        depth += (character in "(<[{") - (character in ")>]}")
        commas += character == "," and depth == 0
    return commas + 1


def long_files(root: pathlib.Path, files: list[str]):
    for name in files:
        lines = (root / name).read_text(encoding="utf-8").count("\n")
        if lines > MAX_FILE_LINES and name not in LONG_FILES:
            yield f"{name}: {lines} lines; a file has at most {MAX_FILE_LINES}"


def long_functions(rows: list[dict]):
    for row in rows:
        lines = row["end"] - row["line"]
        if lines > MAX_FUNCTION_LINES and (row["path"], row["name"]) not in LONG_FUNCTIONS:
            yield f"{row['path']}:{row['line']}: {row['name']} has {lines} lines; at most {MAX_FUNCTION_LINES}"
    median = statistics.median(row["end"] - row["line"] for row in rows)
    if median > MAX_MEDIAN_LINES:
        yield f"half the functions have {median} lines or more; at most {MAX_MEDIAN_LINES}"


def with_many_parameters(rows: list[dict]) -> list[dict]:
    return [row for row in rows if count_parameters(row.get("signature", "()")) >= MANY_PARAMETERS]


def share_with_many(rows: list[dict]):
    share = len(with_many_parameters(rows)) / len(rows)
    if share > MAX_SHARE_WITH_MANY:
        yield (f"{share:.2%} of {len(rows)} functions take {MANY_PARAMETERS} parameters or more; "
               f"at most {MAX_SHARE_WITH_MANY:.1%}: group what belongs together in a struct")


def carried_by_hand(root: pathlib.Path, files: list[str]):
    for name in (file for file in files if file.startswith("src/")):
        for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
            if HANDS_ON.search(line) and (name, line.strip()) not in BY_HAND:
                yield f"{name}:{number}: an error that WHORL_ASSIGN_OR_RETURN or WHORL_RETURN_IF_ERROR can carry"


def stale(root: pathlib.Path, files: list[str], rows: list[dict]):
    """Exceptions that nothing needs any more."""
    known = {(row["path"], row["name"]) for row in rows}
    yield from (f"LONG_FILES: no file {name}" for name in LONG_FILES if name not in files)
    yield from (f"LONG_FUNCTIONS: no function {key}" for key in LONG_FUNCTIONS if key not in known)
    for name, line in BY_HAND:
        if name not in files or line not in (root / name).read_text(encoding="utf-8"):
            yield f"BY_HAND: no line {line} in {name}"


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    files = list(sources(root))
    rows = functions(root, files)
    if not rows:
        sys.exit("ctags found no function")
    if "--figures" in sys.argv:
        for row in with_many_parameters(rows):
            print(f"{count_parameters(row['signature'])} {row['path']}:{row['line']} {row['name']}")
        print(f"{len(with_many_parameters(rows)) / len(rows):.2%} of {len(rows)} functions")
    found = [*long_files(root, files), *long_functions(rows), *share_with_many(rows),
             *carried_by_hand(root, files)]
    if (root / "src/layers.txt").exists():  # the whole tree, not a part of it
        found += stale(root, files, rows)
    print("\n".join(found) or "files, functions and parameters are as few and small as they should be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
