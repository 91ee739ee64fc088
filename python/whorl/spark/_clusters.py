"""Clusters and pairs of documents, as users read them."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ._removed import MEASURES
from ._steps import with_numbers, without_gaps


def kept(members: DataFrame, removed: DataFrame) -> DataFrame:
    """The kept document of each cluster: `kept_doc`, `kept_id`, and a `number` that ascends by the
    first document of the cluster."""
    first = removed.groupBy("kept_doc").agg(F.min("key").alias("first"))
    documents = members.select(
        F.col("doc").alias("kept_doc"), F.col("id").alias("kept_id"), F.col("key").alias("kept_key")
    )
    found = first.join(documents, "kept_doc")
    return with_numbers(
        found.withColumn("first", F.least("first", "kept_key"))
        .orderBy("first")
        .select("kept_doc", "kept_id")
    )


def clusters(removed: DataFrame, numbered: DataFrame) -> DataFrame:
    """The members of the clusters. numbered: what kept() returned, written."""
    known = without_gaps(numbered).withColumnRenamed("number", "cluster")
    others = removed.join(known.select("kept_doc", "kept_id", "cluster"), "kept_doc").select(
        "cluster", "id", F.col("reason").alias("kind"), *MEASURES, "kept_id"
    )
    themselves = known.select(
        "cluster",
        F.col("kept_id").alias("id"),
        F.lit("identical").alias("kind"),
        *(F.lit(1.0).alias(name) for name in MEASURES),
        "kept_id",
    )
    return others.unionByName(themselves)


def pairs(members: DataFrame, measured: DataFrame) -> DataFrame:
    """The similar pairs, by the ids of their documents, the first one first."""
    firsts = members.where("is_first")
    own = firsts.select(*(F.col(name).alias(f"own_{name}") for name in ("rank", "id", "key")))
    other = firsts.select(*(F.col(name).alias(f"rank_{name}") for name in ("rank", "id", "key")))
    named = measured.join(own, F.col("own") == F.col("own_rank")).join(
        other, F.col("rank") == F.col("rank_rank")
    )
    in_order = F.col("own_key") < F.col("rank_key")

    def by_order(if_in_order: str, otherwise: str) -> Column:
        return F.when(in_order, F.col(if_in_order)).otherwise(F.col(otherwise))

    return named.select(
        by_order("own_id", "rank_id").alias("first_id"),
        by_order("rank_id", "own_id").alias("second_id"),
        "resemblance",
        by_order("contained", "contains").alias("first_in_second"),
        by_order("contains", "contained").alias("second_in_first"),
    )
