#!/usr/bin/env python3
"""Fails if a file or a function of include, src, apps or python/src is longer than the rule allows.

A file has at most 800 lines. A function has at most 60, counted by Universal Ctags from the line
of its name to the line of its closing brace. src/base/try.h has the macros that return an error
from a function; a line `return tl::unexpected(x.error());` is reported, since a macro can replace
it.

size_rule.py ROOT
"""

import json
import pathlib
import re
import subprocess
import sys

MAX_FILE_LINES = 800
MAX_FUNCTION_LINES = 60

RETURNS_ERROR = re.compile(r"return tl::unexpected\(.*\.(error|value)\(\)")


def sources(root: pathlib.Path):
    for top in ("include", "src", "apps", "python/src"):
        for path in sorted((root / top).glob("**/*")):
            if path.suffix in {".h", ".cc", ".inc"}:
                yield path.relative_to(root).as_posix()


def functions(root: pathlib.Path, files: list[str]) -> list[dict]:
    """Every function definition: path, name, line, end."""
    tags = subprocess.run(
        ["ctags", "--languages=C++", "--kinds-C++=f", "--fields=+ne", "--output-format=json", "-f", "-", "-L", "-"],
        cwd=root, input="\n".join(files), text=True, capture_output=True, check=True)
    return [json.loads(line) for line in tags.stdout.splitlines()]


def long_files(root: pathlib.Path, files: list[str]):
    for name in files:
        lines = (root / name).read_text(encoding="utf-8").count("\n")
        if lines > MAX_FILE_LINES:
            yield (f"{name}:{MAX_FILE_LINES + 1}: the file has {lines} lines; "
                   f"a file has at most {MAX_FILE_LINES}")


def long_functions(rows: list[dict]):
    for row in rows:
        lines = row["end"] - row["line"] + 1
        if lines > MAX_FUNCTION_LINES:
            yield (f"{row['path']}:{row['line']}: the function {row['name']} has {lines} lines; "
                   f"a function has at most {MAX_FUNCTION_LINES}")


def returned_errors(root: pathlib.Path, files: list[str]):
    for name in (file for file in files if file.startswith("src/")):
        for number, line in enumerate((root / name).read_text(encoding="utf-8").splitlines(), 1):
            if RETURNS_ERROR.search(line):
                yield (f"{name}:{number}: returns an error by hand; "
                       "use WHORL_ASSIGN_OR_RETURN or WHORL_RETURN_IF_ERROR")


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    files = list(sources(root))
    rows = functions(root, files)
    if not rows:
        sys.exit("size_rule.py: ctags found no function")
    found = [*long_files(root, files), *long_functions(rows), *returned_errors(root, files)]
    print("\n".join(found) or f"{len(files)} files and {len(rows)} functions are short enough")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
