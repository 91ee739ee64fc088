"""The last phases: each removed document, why it is removed, and the kept one."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from . import _tasks as tasks
from ._comparing import Cells, rows
from ._rounds import Found

MEASURES = ["resemblance", "contained", "contains"]


def decided(members: DataFrame, found: Found) -> DataFrame:
    """A row for each removed document: its number `doc`, its key and id, the reason, the number and
    id of the kept document (`kept_doc` and `survivor`), and the measures as far as they are known.

    members: the documents with their ranks.
    """
    kept = members.where("is_best").select(
        F.col("rank").alias("kept_rank"),
        F.col("doc").alias("kept_doc"),
        F.col("is_first").alias("kept_is_first"),
        F.col("id").alias("survivor"),
        F.col("content").alias("kept_content"),
        F.col("canonical").alias("kept_canonical"),
    )
    taken = found.taken.join(found.similar, ["own", "rank"], "left").distinct()
    chosen = members.join(taken.toDF("rank", "taken_by", *MEASURES), "rank", "left").withColumn(
        "kept_rank", F.coalesce("taken_by", "rank")
    )
    pairs = chosen.join(kept, "kept_rank").where("doc != kept_doc").withColumn("reason", _reason())
    names = ["doc", "kept_doc", "key", "id", "reason", "survivor"]
    return pairs.select(*names, *map(_known, MEASURES))


def measured(decisions: DataFrame, cells: Cells) -> DataFrame:
    """The same with all measures. decisions: what decided() returned, written. cells: the full sets."""
    unknown = decisions.where("resemblance is null").drop(*MEASURES)
    by_doc = unknown.selectExpr(
        "doc own", "kept_doc rank", "kept_doc first", "doc own_at", "kept_doc rank_at"
    )
    task = tasks.measures(cells.shingling)
    counted = rows(by_doc, cells).mapInArrow(task, tasks.MEASURED).drop("rank")
    known = decisions.where("resemblance is not null")
    return known.unionByName(unknown.join(counted.withColumnRenamed("own", "doc"), "doc"))


def _known(measure: str) -> Column:
    """Null if the rounds did not measure it: they measure the first documents of two ranks."""
    by_rounds = F.expr("reason = 'similar' and is_first and kept_is_first")
    return (
        F.when(F.expr("reason in ('identical', 'lexical')"), F.lit(1.0))
        .when(by_rounds, F.col(measure))
        .alias(measure)
    )


def _reason() -> Column:
    return (
        F.when(F.expr("content = kept_content"), "identical")
        .when(F.expr("canonical = kept_canonical"), "lexical")
        .when(F.expr("rank = kept_rank"), "sketch")
        .otherwise("similar")
    )
