#!/usr/bin/env python3
"""Compiles each public header alone, against the folder of public headers and what is installed.

Warnings are errors, and a header may name only public headers, in comments too.

usage: headers_test.py COMPILER INCLUDE
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
NAMED = re.compile(r'[\w./]+\.h\b')
OUTSIDE = re.compile(r'#\s*include\s*<([^>]*[./][^>]*)>')  # a standard header has neither
OUTSIDE_ALLOWED = {"tl/expected.hpp"}
WRONG = (
    "std::string f();\n",
    '#include "base/disk.h"\n',
    "#pragma once\n// See disk.h.\n",
    "#pragma once\n#include <fmt/core.h>\n",
    "#pragma once\ninline int f(int unused) { return 0; }\n",
    "inline int f() { return 0; }\n")


def complaints(compiler: str, include: pathlib.Path, header: pathlib.Path) -> list[str]:
    """What is wrong with one header."""
    return list(named_by(include, header)) + list(compiled_alone(compiler, include, header))


def named_by(include: pathlib.Path, header: pathlib.Path):
    text = header.read_text(encoding="utf-8")
    for name in NAMED.findall(text):
        if not (include / name).is_file() and not (header.parent / name).is_file():
            yield f"{header.name} names {name}, which is not public"
    for name in set(OUTSIDE.findall(text)) - OUTSIDE_ALLOWED:
        yield f"{header.name} needs {name}, which whorlConfig.cmake does not ask for"


def compiled_alone(compiler: str, include: pathlib.Path, header: pathlib.Path):
    """Compiles a file that includes the header twice."""
    name = header.relative_to(include)
    run = subprocess.run(
        [compiler, *FLAGS, "-I", str(include), "-x", "c++", "-"],
        input=f'#include "{name}"\n#include "{name}"\n', text=True, capture_output=True)
    if run.returncode != 0:
        yield f"{header.name} alone does not compile:\n{run.stderr}"


def catches(compiler: str, text: str) -> bool:
    """Whether a header with this text is reported."""
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "whorl" / "wrong.h"
        header.parent.mkdir()
        header.write_text(text, encoding="utf-8")
        return bool(complaints(compiler, pathlib.Path(folder), header))


def main() -> int:
    compiler, include = sys.argv[1], pathlib.Path(sys.argv[2])
    for wrong in WRONG:
        assert catches(compiler, wrong), wrong
    assert not catches(compiler, "#pragma once\n#include <tl/expected.hpp>\n")
    headers = sorted(include.rglob("*.h"))
    assert headers, include
    with concurrent.futures.ThreadPoolExecutor() as pool:
        each = pool.map(lambda header: complaints(compiler, include, header), headers)
        found = [text for texts in each for text in texts]
    print("\n".join(found) or f"{len(headers)} headers compile alone")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
