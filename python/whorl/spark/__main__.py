"""The command line of whorl.spark: `python -m whorl.spark`, or this file by spark-submit."""

from __future__ import annotations

import argparse
import sys

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import whorl.spark
from whorl._command_line import Parser, add_options, exit_status, options_of
from whorl.spark._work import lines_of

_EXAMPLE = """example:
  python -m whorl.spark dedup pages -o clean --order file,row --work runs/1

This writes the folders clean/kept, clean/removed and clean/skipped, in the format of the input. If
the command was stopped, run it again: it continues."""

_OUTPUTS = ("removed", "skipped", "kept")


def main(arguments: list[str] | None = None) -> int:
    """Returns the exit status: 0, 1 for wrong usage, 130 after Ctrl-C, 2 for any other error."""
    asked = _parser().parse_args(arguments)

    def run() -> None:
        try:
            _dedup(asked)
        except PySparkException as error:
            raise whorl.Error(error.getMessage() or str(error)) from None
        except Py4JJavaError as error:  # some of Spark's errors are not its own in Python
            raise whorl.Error(error.java_exception.getMessage()) from None

    return exit_status("whorl.spark", run)


def _dedup(asked: argparse.Namespace) -> None:
    spark = SparkSession.builder.appName("whorl dedup").getOrCreate()
    outputs = {name: f"{asked.output.rstrip('/')}/{name}" for name in _OUTPUTS}
    for path in outputs.values():
        if lines_of(spark, path) is not None:
            raise whorl.InvalidArgumentError(f"{path} exists: remove it, or give another -o")
    for path in asked.input:
        if lines_of(spark, path) is None:
            raise whorl.InvalidArgumentError(f"{path} does not exist")
    df = spark.read.format(asked.format).load(asked.input)
    result = whorl.spark.dedup(
        df, order=asked.order.split(","), work=asked.work, **options_of(asked)
    )
    for name, path in outputs.items():
        getattr(result, name).write.format(asked.format).save(path)
    removed = result.removed.count()
    print(f"removed {removed:,} documents; the rows to keep are in {outputs['kept']}")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m whorl.spark",
        description="Deduplicates texts with Spark, with the decisions of whorl dedup.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(required=True, metavar="dedup")
    dedup = commands.add_parser(
        "dedup",
        help="find near-duplicates, and write the rows to keep",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    dedup.add_argument("input", metavar="INPUT", nargs="+", help="any path that Spark reads")
    dedup.add_argument("-o", "--output", required=True, help="a folder; it gets three new ones")
    dedup.add_argument(
        "--order", required=True, metavar="COLUMNS", help="such as file,row; together unique"
    )
    dedup.add_argument("--work", required=True, help="a new folder that all executors can write")
    dedup.add_argument("--format", default="parquet", choices=["parquet", "json", "orc"])
    add_options(dedup)
    dedup.set_defaults(text="text", id="id")
    return parser


if __name__ == "__main__":
    sys.exit(main())
