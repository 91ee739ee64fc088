#!/usr/bin/env python3
"""`whorl upgrade` killed at every system call that changes a store, and failing at each: given
again it makes of the store what it makes of it undisturbed.

usage: upgrade_kill_test.py WHORL FAILING_IO
"""

import os
import pathlib
import sys
import tempfile

from old_stores import STORES, OldStore, Program

CALLS = ("write", "sync", "rename", "remove")


def names(folder: pathlib.Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def count_calls(program: Program, library: pathlib.Path) -> dict[str, int]:
    count = program.folder / "calls"
    program.run("upgrade", "s", environment={**os.environ, "LD_PRELOAD": str(library),
                                             "FAILING_COUNT": str(count)})
    lines = (line.split() for line in count.read_text(encoding="ascii").splitlines())
    return {name: int(made) for name, made in lines if name in CALLS}


def disturbed(program: Program, library: pathlib.Path, call: str, number: int, dies: bool) -> int:
    environment = {**os.environ, "LD_PRELOAD": str(library), "FAILING_CALL": call,
                   "FAILING_NUMBER": str(number), **({"FAILING_DIES": "1"} if dies else {})}
    return program.run("upgrade", "s", environment=environment).returncode


def try_all(program: Program, library: pathlib.Path, store: OldStore) -> tuple[int, list[str]]:
    """How many calls were disturbed, and what went wrong."""
    folder = program.folder / "s"
    store.copy(folder)
    calls = count_calls(program, library)
    whole = names(folder)
    tried, wrong = 0, []
    for call, made in calls.items():
        for number in range(1, made + 1):
            for dies in (True, False):
                store.copy(folder)
                status = disturbed(program, library, call, number, dies)
                tried += 1
                what = f"{store.folder}, {call} {number} {'killed' if dies else 'failed'}"
                if dies and status != -9:
                    wrong.append(f"{what}: status {status}")
                again = program.run("upgrade", "s")
                if again.returncode != 0:
                    wrong.append(f"{what}, again: {again.stderr.decode()}")
                elif program.answers(store) != store.recorded():
                    wrong.append(f"{what}: other answers")
                elif program.run("check", "s", "-q").returncode != 0:
                    wrong.append(f"{what}: not sound")
                elif names(folder) != whole:
                    wrong.append(f"{what}: files {names(folder) ^ whole}")
    return tried, wrong


def main() -> int:
    whorl, library = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    tried, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for store in STORES[:4]:
            count, found = try_all(Program(str(whorl), pathlib.Path(folder)), library, store)
            tried += count
            wrong += found
    print("\n".join(wrong))
    print(f"{tried} disturbances of upgrade, {len(wrong)} went wrong")
    return 1 if wrong or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
