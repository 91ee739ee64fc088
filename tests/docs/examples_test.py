#!/usr/bin/env python3
"""Runs the examples of README.md, docs/*.md and the bundled homework.

    examples_test.py ROOT          (the program: environment variable WHORL)

An example is a block of code in which a line runs `whorl`. The blocks of a page run one after the
other in one temporary folder that contains the files they name (sandbox_files.py). Two pages run
at the same time. Every command must end with status 0. The lines after `$ whorl …` are the expected
output. An HTML comment before a block changes that:

    <!-- run: each line alone -->     each command in its own folder, because they are alternatives
    <!-- run: alone -->               the block in its own folder
    <!-- run: with FLAGS -->          each command with flags that make it fast
    <!-- not run: REASON -->          counted and listed

Commands that need a program which this machine lacks are listed as well.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "rules"))
import markdown  # noqa: E402
from sandbox_files import Files  # noqa: E402

WHORL = os.environ["WHORL"]
MARK = re.compile(r"<!--\s*(run: each line alone|run: alone|run: with .*?|not run: .*?)\s*-->", re.DOTALL)
RUNS = re.compile(r"(?:^|\| )\s*(?:\$ )?whorl\s")
PIPED = re.compile(r"(?:^|\| )\s*([\w./-]+)")


class Example:
    """A block: its commands, each with what it prints where that is shown."""

    def __init__(self, page: str, block: markdown.Block, mark: str):
        self.place = f"{page}:{block.line}"
        self.mark = mark
        self.commands: list[tuple[str, list[str] | None]] = []
        lines = [line[4:] if line.startswith("    ") else line for line in block.lines
                 if not markdown.FENCE.match(line)]
        shown = any(line.startswith("$ ") for line in lines)
        for line in lines:
            if line.startswith("$ "):
                self.commands.append((line[2:], []))
            elif shown:
                self.commands[-1][1].append(line)
            elif self.commands and self.commands[-1][0].endswith("\\"):
                self.commands[-1] = (self.commands[-1][0][:-1] + line.lstrip(), None)
            elif line.strip():
                self.commands.append((line, None))


def examples(page: str, text: str):
    mark = ""
    for block in markdown.blocks(text):
        if block.kind == "comment":
            found = MARK.search("\n".join(block.lines))
            mark = found.group(1) if found else ""
        elif block.kind == "code":
            if any(RUNS.search(line.strip()) for line in block.lines):
                yield Example(page, block, mark)
            mark = ""
        elif block.kind != "blank":
            mark = ""


class Page:
    """The folder in which the examples of a page run. Folders are copies of TEMPLATE."""

    def __init__(self, template: pathlib.Path):
        self.template = template
        self.folders: list[tempfile.TemporaryDirectory] = []
        self.own = None

    def fresh(self) -> pathlib.Path:
        folder = tempfile.TemporaryDirectory()
        self.folders.append(folder)
        path = pathlib.Path(folder.name)
        shutil.copytree(self.template, path, symlinks=True, dirs_exist_ok=True)
        return path

    def folder(self, alone: bool) -> pathlib.Path:
        if alone:
            return self.fresh()
        self.own = self.own or self.fresh()
        return self.own

    def clear(self) -> None:
        for folder in self.folders:
            folder.cleanup()


def make_template(folder: pathlib.Path, root: pathlib.Path) -> None:
    (folder / "bin").mkdir()
    (folder / "bin/whorl").symlink_to(WHORL)
    (folder / "work").mkdir()
    Files(folder / "work", WHORL).make(root / "examples/homework")


def run(command: str, folder: pathlib.Path) -> subprocess.CompletedProcess:
    environment = dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}",
                       HOME=str(folder / "work"))
    return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder / "work",
                          env=environment, capture_output=True, text=True, timeout=300)


def lacking(command: str) -> str | None:
    return next((name for name in PIPED.findall(command)
                 if name != "whorl" and not shutil.which(name)), None)


class Outcome:
    def __init__(self):
        self.ran = 0
        self.left_out: list[str] = []
        self.failed: list[str] = []

    def add(self, other: "Outcome") -> None:
        self.ran += other.ran
        self.left_out += other.left_out
        self.failed += other.failed

    def take(self, example: Example, command: str, expected: list[str] | None,
             folder: pathlib.Path) -> None:
        missing = lacking(command)
        if missing:
            self.left_out.append(f"{example.place}: needs {missing}: {command}")
            return
        done = run(command, folder)
        self.ran += 1
        if done.returncode != 0:
            self.failed.append(f"{example.place}: {command}\n  ended with {done.returncode}:\n"
                               f"{done.stderr}")
        elif expected is not None and done.stdout.split() != " ".join(expected).split():
            self.failed.append(f"{example.place}: {command}\n  printed\n{done.stdout}")


def run_page(root: pathlib.Path, template: pathlib.Path, name: str) -> Outcome:
    outcome, page = Outcome(), Page(template)
    for example in examples(name, (root / name).read_text(encoding="utf-8")):
        if example.mark.startswith("not run: "):
            reason = " ".join(example.mark[len("not run: "):].split())
            outcome.left_out += [f"{example.place}: {reason}: {command}"
                                 for command, _ in example.commands]
            continue
        each = example.mark == "run: each line alone"
        cheap = example.mark.removeprefix("run: with") if example.mark.startswith("run: with ") else ""
        folder = None
        for command, expected in example.commands:
            if folder is None or each:
                folder = page.folder(each or example.mark == "run: alone")
            outcome.take(example, command + cheap, expected, folder)
    page.clear()
    return outcome


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = [root / "README.md", root / "examples/homework/README.md",
             *sorted((root / "docs").rglob("*.md"))]
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as template, concurrent.futures.ThreadPoolExecutor(2) as pool:
        make_template(pathlib.Path(template), root)
        run_one = lambda page: run_page(root, pathlib.Path(template), str(page.relative_to(root)))
        for one in pool.map(run_one, pages):
            outcome.add(one)
    print(f"{outcome.ran} commands ran, {len(outcome.left_out)} did not:")
    print("\n".join(f"  {line}" for line in outcome.left_out))
    print("\n".join(outcome.failed))
    return 1 if outcome.failed or not outcome.ran else 0


if __name__ == "__main__":
    sys.exit(main())
