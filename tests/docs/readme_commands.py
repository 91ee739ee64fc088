#!/usr/bin/env python3
"""Copies the `./dev` commands out of README.md, in order, a line each: `./dev fresh` runs them.

    readme_commands.py ROOT            prints them
    readme_commands.py ROOT --known    fails where `./dev help` does not know one
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "rules"))
import markdown  # noqa: E402


def commands(readme: pathlib.Path) -> list[str]:
    found = []
    for block in markdown.blocks(readme.read_text(encoding="utf-8")):
        if block.kind == "code":
            found += [line.split("#")[0].strip() for line in block.lines if line.strip().startswith("./dev ")]
    return found


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    found = commands(root / "README.md")
    if "--known" not in sys.argv:
        print("\n".join(found))
        return 0 if found else 1
    told = subprocess.run([root / "dev", "help"], check=True, capture_output=True, text=True).stdout
    known = {line.split()[0] for line in told.splitlines() if line.startswith("  ")}
    unknown = [command for command in found if command.split()[1] not in known]
    print(f"{len(found)} commands, unknown: {unknown}")
    return 1 if unknown or not found else 0


if __name__ == "__main__":
    sys.exit(main())
