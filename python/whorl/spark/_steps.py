"""The phases up to the lists: documents, order, sketches, hot, lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import NumericType, StructType

from .._errors import ColumnTypeError, InvalidArgumentError
from .._options import columns_needed
from .._whorl import Rule
from . import _tasks as tasks

_MADE = (
    "skipped string, bytes bigint, content binary, canonical binary, group binary, "
    "modulus bigint, sketch binary, shingles binary, sampled boolean"
)
_NAMED = 5  # repeated keys in a message
_CALL_AGAIN = "Correct the rows, and give another work folder: this one has the documents as they were"
_IN_PARTITION = 33  # low bits of monotonically_increasing_id(): the row in its partition


@dataclass(frozen=True)
class Asked:
    """What the caller asked for."""

    text: str
    id: str
    order: tuple[str, ...]
    survivor: str
    link: str
    rule: Rule
    options: dict[str, Any]  # of whorl.phases.documents()
    ranges: int  # of shingles, and of ranks


def documents(df: DataFrame, asked: Asked) -> DataFrame:
    """A row for each row of `df`: its key, id, preference and sketch."""
    keyed = df.select(
        F.struct(*map(column, asked.order)).alias("key"),
        column(asked.id).cast("string").alias("id"),
        _preference(asked.survivor).alias("prefer"),
        column(asked.text).alias("text"),
    )
    kept = ["key", "id", "prefer"]
    made = StructType.fromDDL(_MADE)
    schema = StructType([*keyed.select(*kept).schema.fields, *made.fields])
    return keyed.mapInArrow(tasks.documents(asked.options, kept), schema)


def order(made: DataFrame, asked: Asked) -> DataFrame:
    """The groups of equal documents in order of preference, with a number that ascends."""
    _check_keys(made, asked.order)
    _check_preferences(made, asked.survivor)
    prefer = -F.col("bytes") if asked.survivor == "longest" else F.col("prefer")
    groups = (
        made.where("group is not null")
        .groupBy("group")
        .agg(F.min("key").alias("first"), F.min(F.struct(prefer, F.col("key"))).alias("best"))
    )
    # The numbers change with the partitions. They are stable once the phase is written.
    return groups.orderBy("best").withColumn("number", F.monotonically_increasing_id())


def ranked(made: DataFrame, ordered: DataFrame) -> DataFrame:
    """The documents with the rank of their group, and whether each is the first or best of it."""
    part = F.shiftright("number", _IN_PARTITION)
    sizes = ordered.groupBy(part.alias("part")).count().orderBy("part").collect()
    begins, begin = [], 0
    for size in sizes:
        begins.append((size["part"], begin))
        begin += size["count"]
    begun = ordered.sparkSession.createDataFrame(begins, "part bigint, begin bigint")
    groups = ordered.join(F.broadcast(begun), part == F.col("part")).select(
        "group", "first", F.col("best.key").alias("best"), _rank().alias("rank")
    )
    return made.join(groups, "group").select(
        "key",
        "id",
        "rank",
        (F.col("key") == F.col("first")).alias("is_first"),
        (F.col("key") == F.col("best")).alias("is_best"),
        "content",
        "canonical",
    )


def sketches(made: DataFrame, members: DataFrame) -> DataFrame:
    """The sketch and the full set of the first document of each group, by rank."""
    firsts = members.where("is_first").select("key", "rank")
    return made.join(firsts, "key").select("rank", "modulus", "sketch", "shingles", "sampled")


def hot(sketched: DataFrame) -> DataFrame:
    """One row: the block of the shingles that are frequent in a sample."""
    sample = sketched.where("sampled").select("sketch").repartition(1)
    return sample.mapInArrow(tasks.hot_shingles(), tasks.BLOCKS)


def lists(sketched: DataFrame, hot: bytes, moduli: Sequence[int], asked: Asked) -> DataFrame:
    """Blocks of lists."""
    prefixes = sketched.select("rank", "sketch").mapInArrow(
        tasks.prefixes(asked.rule, hot, moduli, asked.ranges), tasks.RANGES
    )
    parts = prefixes.repartitionById(asked.ranges, "range")
    return parts.mapInArrow(tasks.lists(moduli), tasks.BLOCKS)


def _rank() -> Column:
    return F.col("begin") + F.col("number").bitwiseAND((1 << _IN_PARTITION) - 1)


def _preference(survivor: str) -> Column:
    """A value that is smaller for preferred documents. `longest` takes its value from the size."""
    if survivor == "newest":
        digits = F.regexp_replace(F.coalesce(F.col("date").cast("string"), F.lit("")), "[^0-9]", "")
        return -F.rpad(F.substring(digits, 1, 14), 14, "0").cast("bigint")
    if survivor.startswith("field:"):
        number = column(survivor.removeprefix("field:")).cast("double")
        missing = number.isNull() | F.isnan(number)
        value = F.when(missing, F.lit(0.0)).otherwise(F.lit(0.0) - number)
        return F.struct(missing.alias("missing"), value.alias("value"))
    return F.lit(0).cast("bigint")


def column(name: str) -> Column:
    """The column of this name. The name may contain dots."""
    quoted = name.replace("`", "``")
    return F.col(f"`{quoted}`")


def check_columns(df: DataFrame, asked: Asked) -> None:
    """Raises InvalidArgumentError if a column is missing, ColumnTypeError if `text` has no texts."""
    names = [*columns_needed(asked.text, asked.id, asked.survivor), *asked.order]
    for name in names:
        if name not in df.columns:
            raise InvalidArgumentError(
                f"there is no column {name!r}; the columns are {', '.join(df.columns)}"
            )
    kind = df.schema[asked.text].dataType.typeName()
    if kind not in ("string", "binary"):
        raise ColumnTypeError(f"the column {asked.text!r} has the type {kind}; give texts")
    if asked.survivor.startswith("field:"):
        field = asked.survivor.removeprefix("field:")
        if not isinstance(df.schema[field].dataType, NumericType):
            kind = df.schema[field].dataType.typeName()
            raise ColumnTypeError(f"the column {field!r} has the type {kind}; give numbers")


def _check_keys(made: DataFrame, order: Sequence[str]) -> None:
    names = ", ".join(order)
    null = F.lit(False)
    for name in order:
        null = null | F.col("key").getField(name).isNull()
    if made.where(null).limit(1).count() > 0:
        raise InvalidArgumentError(
            f"order: a row has a null in {names}; each row needs all values. {_CALL_AGAIN}"
        )
    repeated = made.groupBy("key").count().where("count > 1").limit(_NAMED).collect()
    if repeated:
        shown = "; ".join(
            f"{', '.join(map(str, row['key']))} ({row['count']:,} rows)" for row in repeated
        )
        raise InvalidArgumentError(
            f"order: {names} must be different in each row, and these values repeat: {shown}. "
            f"{_CALL_AGAIN}"
        )


def _check_preferences(made: DataFrame, survivor: str) -> None:
    if not survivor.startswith("field:"):
        return
    documents = made.where("skipped is null")
    if not documents.isEmpty() and documents.where("not prefer.missing").isEmpty():
        raise InvalidArgumentError(
            f"no document has a number in the column {survivor.removeprefix('field:')}"
        )
