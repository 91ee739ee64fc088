"""The command line of whorl.distributed."""

from __future__ import annotations

import argparse
import json

from . import distributed
from ._command_line import Parser, add_options, exit_status, options_of


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for wrong usage, 130 after Ctrl-C, 2 for any other error."""
    asked = _parser().parse_args(arguments)
    return exit_status("whorl.distributed", lambda: asked.command(asked))


def _plan(asked: argparse.Namespace) -> None:
    distributed.plan(
        asked.folder,
        asked.inputs,
        asked.output,
        tasks=asked.tasks,
        overwrite=asked.force,
        **options_of(asked),
    )
    print(f"planned {asked.tasks} parts; next: python -m whorl.distributed run {asked.folder}")


def _run(asked: argparse.Namespace) -> None:
    def show(task: str) -> None:
        print(task, flush=True)

    count = distributed.run(
        asked.folder, threads=asked.threads, ran=None if asked.quiet else show
    )
    print(f"all tasks are done; this process ran {count}")
    print(_summary_text(distributed.status(asked.folder)["summary"]))


def _status(asked: argparse.Namespace) -> None:
    known = distributed.status(asked.folder)
    if asked.json:
        print(json.dumps(known))
        return
    for phase in known["phases"]:
        print(f"{phase['name']:<12} {phase['done']:>5} of {phase['tasks']}")
    print(_summary_text(known["summary"]) if known["finished"] else "not finished")


def _summary_text(counts: dict[str, int]) -> str:
    removed = counts["documents"] - counts["kept"]
    text = (
        f"finished: {counts['documents']:,} documents, {counts['kept']:,} kept, {removed:,} removed"
        f" ({counts['identical']:,} identical, {counts['lexical']:,} the same text,"
        f" {counts['same_sketch']:,} the same sketch, {counts['similar']:,} similar)"
    )
    if counts["skipped"]:
        text += f"; {counts['skipped']:,} could not be read (listed with the removed ones)"
    return text


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m whorl.distributed",
        description="Deduplicates files by tasks, which any number of processes run.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(required=True, metavar="plan|run|status")
    _add_plan(commands.add_parser("plan", allow_abbrev=False, help="make a plan"))
    run = commands.add_parser("run", allow_abbrev=False, help="run tasks until all are done")
    run.add_argument("folder", metavar="FOLDER")
    run.add_argument("--threads", type=int, help="of this process; default: one for each core")
    run.add_argument("--quiet", action="store_true", help="do not print the name of each task")
    run.set_defaults(command=_run)
    status = commands.add_parser("status", allow_abbrev=False, help="show what is done")
    status.add_argument("folder", metavar="FOLDER")
    status.add_argument("--json", action="store_true")
    status.set_defaults(command=_status)
    return parser


def _add_plan(plan: argparse.ArgumentParser) -> None:
    plan.add_argument("folder", metavar="FOLDER", help="a new folder that all machines share")
    plan.add_argument("inputs", metavar="INPUT", nargs="+", help="files, folders and globs")
    plan.add_argument("-o", "--output", required=True, help="such as kept.jsonl or kept.jsonl.gz")
    plan.add_argument("--tasks", type=int, default=8, help="number of parts; default: 8")
    add_options(plan)
    plan.add_argument(
        "--force", action="store_true", help="replace output files that whorl did not write"
    )
    plan.set_defaults(command=_plan)
