"""The last phase: each removed document, why it is removed, and the kept one."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from . import _tasks as tasks
from ._comparing import Cells, rows

_FIELDS = ["kept_doc", "key", "id", "reason", "survivor"]
MEASURES = ["resemblance", "contained", "contains"]


def removed(members: DataFrame, taken: DataFrame, cells: Cells) -> DataFrame:
    """A row for each removed document: its key and id, the reason, the number and id of the kept
    document (`kept_doc` and `survivor`) and the measures.

    members: the documents with their ranks. taken: the removed ranks, with the kept one of each.
    cells: the full sets.
    """
    kept = members.where("is_best").select(
        F.col("rank").alias("kept_rank"),
        F.col("doc").alias("kept_doc"),
        F.col("id").alias("survivor"),
        F.col("content").alias("kept_content"),
        F.col("canonical").alias("kept_canonical"),
    )
    chosen = members.join(taken.toDF("rank", "taken_by"), "rank", "left").withColumn(
        "kept_rank", F.coalesce("taken_by", "rank")
    )
    pairs = chosen.join(kept, "kept_rank").where("doc != kept_doc").withColumn("reason", _reason())
    equal = pairs.where("reason in ('identical', 'lexical')").select(
        *_FIELDS, *(F.lit(1.0).alias(name) for name in MEASURES)
    )
    others = pairs.where("reason in ('sketch', 'similar')")
    measured = others.join(_measured(others, cells), F.col("doc") == F.col("own"))
    return equal.unionByName(measured.select(*_FIELDS, *MEASURES))


def _reason() -> Column:
    return (
        F.when(F.expr("content = kept_content"), "identical")
        .when(F.expr("canonical = kept_canonical"), "lexical")
        .when(F.expr("rank = kept_rank"), "sketch")
        .otherwise("similar")
    )


def _measured(pairs: DataFrame, cells: Cells) -> DataFrame:
    by_doc = pairs.selectExpr(
        "doc own", "kept_doc rank", "kept_doc first", "doc own_at", "kept_doc rank_at"
    )
    task = tasks.measures(cells.shingling)
    return rows(by_doc, cells).mapInArrow(task, tasks.MEASURED).drop("rank")
