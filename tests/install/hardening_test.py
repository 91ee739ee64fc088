#!/usr/bin/env python3
"""Reads back from the program that was built what cmake/WhorlHardening.cmake asks for.

usage: hardening_test.py PROGRAM BUILD BUILD-TYPE
"""

import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys

SKIPPED = 77


def printed(*command: str) -> str:
    return subprocess.run(command, text=True, check=True, stdout=subprocess.PIPE).stdout


def check_program(program: str) -> None:
    header = printed("readelf", "-hW", program)
    assert re.search(r"Type:\s+DYN", header), "not position independent"
    dynamic = printed("readelf", "-dW", program)
    assert re.search(r"FLAGS.*(BIND_NOW|NOW)", dynamic), "symbols are bound lazily"
    assert "TEXTREL" not in dynamic, "code is relocated"
    segments = printed("readelf", "-lW", program)
    assert "GNU_RELRO" in segments, "the relocated part stays writable"
    stack = next(line for line in segments.splitlines() if "GNU_STACK" in line)
    assert "RWE" not in stack, "the stack is executable"


def check_calls(program: str) -> None:
    """A program that checks the stack calls this function when a check fails."""
    symbols = printed("readelf", "--dyn-syms", "-W", program)
    assert "__stack_chk_fail" in symbols, "no stack protector"
    assert re.search(r"\b__\w+_chk\b", symbols), "no fortified functions"
    assert "__glibcxx_assert_fail" in symbols, "no assertions in containers"


def check_branches(program: str, build: pathlib.Path) -> None:
    """Indirect branches lead to endbr64. The system decides whether the loader uses it."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    if not any("-fcf-protection=full" in entry["command"] for entry in commands):
        return
    code = printed("objdump", "-d", "--no-show-raw-insn", "--disassemble=main", program)
    first = next(line for line in code.splitlines() if re.match(r"\s+[0-9a-f]+:", line))
    assert "endbr64" in first, f"main begins with {first}"


def check_flags(build: pathlib.Path) -> None:
    """Checks the flags of every source, since the checks above would not notice one room that is
    built with others."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    sources = [entry for entry in commands if re.search(r"/(src|apps)/.*\.(cc|cxx)$", entry["file"])]
    rooms = {match[1] for entry in sources if (match := re.search(r"/(whorl_\w+)\.dir/", entry["command"]))}
    assert len(rooms) > 25, sorted(rooms)
    for entry in sources:
        for flag in ("-fstack-protector-strong", "-D_FORTIFY_SOURCE=3", "-D_GLIBCXX_ASSERTIONS"):
            assert flag in entry["command"], f"{entry['file']} is compiled without {flag}"


def main() -> None:
    program, build, build_type = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    if build_type == "Debug" or not all(map(shutil.which, ("readelf", "objdump"))):
        sys.exit(SKIPPED)
    check_program(program)
    check_calls(program)
    if platform.machine() == "x86_64":
        check_branches(program, build)
    check_flags(build)


if __name__ == "__main__":
    main()
