"""The command line of whorl.spark: `python -m whorl.spark`, or this file by spark-submit."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import whorl.spark
from whorl._command_line import Parser, add_options, exit_status, options_of
from whorl.spark._work import lines_of

_OUTPUTS = {"dedup": ("removed", "skipped", "kept"), "cluster": ("pairs", "skipped", "clusters")}

_EXAMPLES = {
    "dedup": """example:
  python -m whorl.spark dedup pages -o clean --order file,row --work runs/1

This writes the folders clean/kept, clean/removed and clean/skipped, in the format of the input. If
the command was stopped, run it again: it continues.""",
    "cluster": """example:
  python -m whorl.spark cluster pages -o groups --order file,row --work runs/1

This writes the folders groups/clusters, groups/pairs and groups/skipped, in the format of the
input. With --link survivor there are no pairs. If the command was stopped, run it again: it
continues.""",
}


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for wrong usage, 130 after Ctrl-C, 2 for any other error."""
    asked = _parser().parse_args(arguments)

    def run() -> None:
        try:
            _run(asked)
        except PySparkException as error:
            raise whorl.Error(error.getMessage() or str(error)) from None
        except Py4JJavaError as error:  # some of Spark's errors are not its own in Python
            raise whorl.Error(error.java_exception.getMessage()) from None

    return exit_status("whorl.spark", run)


def _run(asked: argparse.Namespace) -> None:
    spark = SparkSession.builder.appName(f"whorl {asked.command}").getOrCreate()
    folder = asked.output.rstrip("/")
    outputs = {name: f"{folder}/{name}" for name in _OUTPUTS[asked.command]}
    for path in outputs.values():
        if lines_of(spark, path) is not None:
            raise whorl.InvalidArgumentError(f"{path} exists: remove it, or give another -o")
    for path in asked.input:
        if lines_of(spark, path) is None:
            raise whorl.InvalidArgumentError(f"{path} does not exist")
    df = spark.read.format(asked.format).load(asked.input)
    call = getattr(whorl.spark, asked.command)
    result = call(df, order=asked.order.split(","), work=asked.work, **options_of(asked))
    for name, path in outputs.items():
        frame = getattr(result, name)
        if frame is not None:
            frame.write.format(asked.format).save(path)
    print(_summary(result, folder))


def _summary(result: whorl.spark.Dedup | whorl.spark.Clusters, folder: str) -> str:
    if isinstance(result, whorl.spark.Dedup):
        removed = result.removed.count()
        return f"removed {removed:,} documents; the rows to keep are in {folder}/kept"
    members = result.clusters
    clusters = members.select("cluster").distinct().count()
    return f"clusters: {clusters:,}, of {members.count():,} documents; see {folder}/clusters"


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m whorl.spark",
        description="Deduplicates or clusters texts with Spark, with the decisions of whorl.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(required=True, dest="command", metavar="COMMAND")
    _add_command(commands, "dedup", "find near-duplicates, and write the rows to keep")
    cluster = _add_command(commands, "cluster", "group similar texts; write clusters and pairs")
    cluster.set_defaults(link="single")
    return parser


def _add_command(commands: Any, name: str, purpose: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=purpose,
        epilog=_EXAMPLES[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    outputs = ", ".join(_OUTPUTS[name])
    command.add_argument("input", metavar="INPUT", nargs="+", help="any path that Spark reads")
    command.add_argument(
        "-o", "--output", required=True, help=f"a folder, for the new folders {outputs}"
    )
    command.add_argument(
        "--order", required=True, metavar="COLUMNS", help="such as file,row; together unique"
    )
    command.add_argument("--work", required=True, help="a new folder that all executors can write")
    command.add_argument("--format", default="parquet", choices=["parquet", "json", "orc"])
    add_options(command)
    command.set_defaults(text="text", id="id")
    return command


if __name__ == "__main__":
    sys.exit(main())
