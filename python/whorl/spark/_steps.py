"""The phases up to the lists: documents, order, members, sketches, lists."""

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
    "modulus bigint, sketch binary, sampled boolean"
)
_NAMED = 5  # repeated keys in a message
_CALL_AGAIN = "Correct the rows, and give another work folder: this one has the documents as they were"
_LEAST_BLOCKS = 2  # so that two cores have work
_BLOCK_BYTES = 64 << 20
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
    partitions: int  # of a shuffle, at most

    @property
    def needs_texts(self) -> bool:
        """Whether documents are compared by more than their sketches."""
        return self.rule.sketch != "all"


@dataclass(frozen=True)
class Facts:
    """What the driver knows of the documents."""

    moduli: list[int]  # of all sketches, ascending
    documents: int  # with those that are skipped
    ranges: int  # of shingles, and of ranks
    sketch_blocks: int
    text_blocks: int
    digest: int  # of all rows


def documents(df: DataFrame, asked: Asked) -> DataFrame:
    """A row for each row of `df`: its number `doc`, key, id, preference, hash and sketch, and its
    text if it is needed."""
    keyed = _keyed(df, asked)
    kept = ["key", "id", "prefer", "row_hash", *(["text"] if asked.needs_texts else [])]
    made = StructType.fromDDL(_MADE)
    schema = StructType([*keyed.select(*kept).schema.fields, *made.fields])
    # The numbers change with the partitions. They are stable once the phase is written.
    return keyed.mapInArrow(tasks.documents(asked.options, kept), schema).withColumn(
        "doc", F.monotonically_increasing_id()
    )


def _keyed(df: DataFrame, asked: Asked) -> DataFrame:
    return df.select(
        F.struct(*map(column, asked.order)).alias("key"),
        column(asked.id).cast("string").alias("id"),
        _preference(asked.survivor).alias("prefer"),
        column(asked.text).alias("text"),
    ).withColumn("row_hash", F.xxhash64("key", "id", "prefer", "text"))


def check_same_input(df: DataFrame, known: Facts, asked: Asked) -> None:
    """Raises InvalidArgumentError if `df` has other rows than the documents that are known."""
    row = _keyed(df, asked).agg(F.count("*"), _digest()).collect()[0]
    if row[0] != known.documents:
        found = f"it has {known.documents:,} rows, and this call has {row[0]:,}"
    elif row[1] != known.digest:
        found = "this call has rows with other values"
    else:
        return
    raise InvalidArgumentError(
        f"work: the input changed since the first call with this folder: {found}. Give the same rows, "
        "or another work folder"
    )


def _digest() -> Column:
    """Of all rows, in any order."""
    return F.coalesce(F.bit_xor("row_hash"), F.lit(0)).alias("digest")


def facts(made: DataFrame, asked: Asked) -> Facts:
    """Raises InvalidArgumentError if a key has a null, or no document has a preference."""
    null = F.lit(False)
    for name in asked.order:
        null = null | F.col("key").getField(name).isNull()
    by_field = asked.survivor.startswith("field:")
    missing = F.col("prefer.missing") if by_field else F.lit(False)
    row = made.agg(
        F.count("*").alias("documents"),
        F.coalesce(F.sum("bytes"), F.lit(0)).alias("bytes"),
        F.coalesce(F.sum(F.octet_length("sketch")), F.lit(0)).alias("sketch_bytes"),
        F.collect_set("modulus").alias("moduli"),
        F.max(null).alias("null"),
        F.min(F.when(F.col("skipped").isNull(), missing)).alias("missing"),
        _digest(),
    ).collect()[0]
    if row["null"]:
        raise InvalidArgumentError(
            f"order: a row has a null in {', '.join(asked.order)}; each row needs all values. "
            f"{_CALL_AGAIN}"
        )
    if row["missing"]:
        raise InvalidArgumentError(
            f"no document has a number in the column {asked.survivor.removeprefix('field:')}"
        )
    text_blocks = blocks_of(row["bytes"])
    return Facts(
        moduli=sorted(row["moduli"]),
        documents=row["documents"],
        ranges=min(text_blocks, asked.partitions),
        sketch_blocks=blocks_of(row["sketch_bytes"]),
        text_blocks=text_blocks,
        digest=row["digest"],
    )


def blocks_of(size: int) -> int:
    """The number of blocks that cells of `size` bytes need."""
    return max(_LEAST_BLOCKS, -(-size // _BLOCK_BYTES))


def order(made: DataFrame, asked: Asked) -> DataFrame:
    """The groups of equal documents in order of preference, with a number that ascends."""
    _check_keys(made, asked.order)
    prefer = -F.col("bytes") if asked.survivor == "longest" else F.col("prefer")
    groups = (
        made.where("group is not null")
        .groupBy("group")
        .agg(
            F.min_by("doc", "key").alias("first"),
            F.min(F.struct(prefer.alias("prefer"), F.col("key"), F.col("doc"))).alias("best"),
        )
    )
    return with_numbers(groups.orderBy("best"))


def ranked(made: DataFrame, ordered: DataFrame) -> DataFrame:
    """The documents with the rank of their group, and whether each is the first or best of it."""
    groups = without_gaps(ordered).select(
        "group", "first", F.col("best.doc").alias("best"), F.col("number").alias("rank")
    )
    return made.join(groups, "group").select(
        "doc",
        "key",
        "id",
        "rank",
        (F.col("doc") == F.col("first")).alias("is_first"),
        (F.col("doc") == F.col("best")).alias("is_best"),
        "content",
        "canonical",
    )


def sketches(made: DataFrame, members: DataFrame) -> DataFrame:
    """The sketch of the first document of each group, by rank."""
    firsts = members.where("is_first").select("doc", "rank")
    size = F.octet_length("sketch").alias("sketch_bytes")
    return made.join(firsts, "doc").select("rank", "doc", "sketch", size, "sampled")


def lists(sketched: DataFrame, known: Facts, asked: Asked) -> DataFrame:
    """Blocks of lists."""
    task = tasks.prefixes(asked.rule, _hot(sketched), known.moduli, known.ranges)
    prefixes = sketched.select("rank", "sketch").mapInArrow(task, tasks.RANGES)
    parts = prefixes.repartitionById(known.ranges, "range")
    return parts.mapInArrow(tasks.lists(known.moduli), tasks.BLOCKS)


def _hot(sketched: DataFrame) -> bytes:
    """The block of the shingles that are frequent in a sample."""
    sample = sketched.where("sampled").select("sketch").repartition(1)
    return bytes(sample.mapInArrow(tasks.hot_shingles(), tasks.BLOCKS).collect()[0][0])


def with_numbers(ordered: DataFrame) -> DataFrame:
    """Adds `number`, which ascends with gaps."""
    # The numbers change with the partitions. They are stable once the phase is written.
    return ordered.withColumn("number", F.monotonically_increasing_id())


def without_gaps(numbered: DataFrame) -> DataFrame:
    """Makes the values of `number`, which ascend, 0, 1, 2, ... The rows must be written."""
    part = F.shiftright("number", _IN_PARTITION)
    sizes = numbered.groupBy(part.alias("part")).count().orderBy("part").collect()
    begins, begin = [], 0
    for size in sizes:
        begins.append((size["part"], begin))
        begin += size["count"]
    begun = numbered.sparkSession.createDataFrame(begins, "part bigint, begin bigint")
    row = F.col("number").bitwiseAND((1 << _IN_PARTITION) - 1)
    joined = numbered.join(F.broadcast(begun), part == F.col("part"))
    return joined.withColumn("number", F.col("begin") + row).drop("part", "begin")


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
                f"there is no column {name!r}; the columns are {', '.join(df.columns) or 'none'}"
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
    repeated = made.groupBy("key").count().where("count > 1").limit(_NAMED).collect()
    if repeated:
        shown = "; ".join(
            f"{', '.join(map(str, row['key']))} ({row['count']:,} rows)" for row in repeated
        )
        raise InvalidArgumentError(
            f"order: {', '.join(order)} must be different in each row, and these values repeat: "
            f"{shown}. {_CALL_AGAIN}"
        )
