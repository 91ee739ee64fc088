"""The last phase: each removed document, why it is removed, and the kept one."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import DoubleType, StructField, StructType

from . import _tasks as tasks

_KEPT = ["key", "id", "reason", "survivor"]
_MEASURES = ["resemblance", "contained", "contains"]


def removed(made: DataFrame, members: DataFrame, taken: DataFrame) -> DataFrame:
    """A row for each removed document: its key and id, the reason, the id of the kept document
    (`survivor`) and the measures.

    made: the documents. members: those with their ranks. taken: the removed ranks, with the kept
    one of each.
    """
    kept = members.where("is_best").select(
        F.col("rank").alias("kept_rank"),
        F.col("key").alias("kept_key"),
        F.col("id").alias("survivor"),
        F.col("content").alias("kept_content"),
        F.col("canonical").alias("kept_canonical"),
    )
    chosen = members.join(taken.toDF("rank", "taken_by"), "rank", "left").withColumn(
        "kept_rank", F.coalesce("taken_by", "rank")
    )
    pairs = chosen.join(kept, "kept_rank").where("key != kept_key").withColumn("reason", _reason())
    equal = pairs.where("reason in ('identical', 'lexical')").select(
        *_KEPT, *(F.lit(1.0).alias(name) for name in _MEASURES)
    )
    return equal.unionByName(_measured(made, pairs.where("reason in ('sketch', 'similar')")))


def _reason() -> Column:
    return (
        F.when(F.expr("content = kept_content"), "identical")
        .when(F.expr("canonical = kept_canonical"), "lexical")
        .when(F.expr("rank = kept_rank"), "sketch")
        .otherwise("similar")
    )


def _measured(made: DataFrame, pairs: DataFrame) -> DataFrame:
    sets = made.select("key", F.expr("coalesce(shingles, sketch)").alias("set"))
    joined = (
        pairs.join(sets.withColumnRenamed("set", "a"), "key")
        .join(sets.toDF("kept_key", "b"), "kept_key")
        .select(*_KEPT, "a", "b")
    )
    fields = [StructField(name, DoubleType()) for name in _MEASURES]
    schema = StructType([*joined.select(*_KEPT).schema.fields, *fields])
    return joined.mapInArrow(tasks.measures(_KEPT), schema)
