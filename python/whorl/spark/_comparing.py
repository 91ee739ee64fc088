"""Pairs of documents beside what is compared: their sketches, or their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ._steps import Asked, Facts

_TILE_BITS = 12  # 4,096 documents that are next to each other in the order of preference


@dataclass(frozen=True)
class Cells:
    """What documents are compared by."""

    rows: DataFrame  # at (what a pair names), doc, cell
    blocks: int  # of about 64 MB
    shingling: dict[str, Any] | None  # options of whorl.phases.shingles() if the cells are texts


def sketches(sketched: DataFrame, known: Facts) -> Cells:
    """The sketches, by rank."""
    rows = sketched.selectExpr("rank as at", "doc", "sketch as cell")
    return Cells(rows, known.sketch_blocks, None)


def full_sets(made: DataFrame, known: Facts, asked: Asked) -> Cells:
    """What tells the full sets of shingles, by doc."""
    if asked.needs_texts:
        rows = made.selectExpr("doc as at", "doc", "text as cell")
        return Cells(rows, known.text_blocks, asked.options)
    return Cells(made.selectExpr("doc as at", "doc", "sketch as cell"), known.sketch_blocks, None)


def rows(pairs: DataFrame, cells: Cells) -> DataFrame:
    """The rows that the tasks of a comparison read: own, rank, first, doc and cell.

    pairs: own, rank, first, and what the cells of both are found by: own_at and rank_at.

    A row without `own` is the cell of the document `rank`; the others are pairs. A task has all
    pairs of a block, and each cell of them once. Near-duplicates have the same first candidate and
    nearly the same rank, so they are in one block, and a cell moves to few blocks.
    """
    placed = pairs.withColumn("block", _block(cells.blocks))
    owns = placed.select("block", F.col("own").alias("rank"), F.col("own_at").alias("at"))
    candidates = placed.select("block", "rank", F.col("rank_at").alias("at"))
    wanted = owns.unionByName(candidates).distinct()
    found = cells.rows.join(wanted, "at").select("block", "rank", "doc", "cell")
    all_rows = placed.select("block", "own", "rank", "first").unionByName(
        found, allowMissingColumns=True
    )
    return all_rows.repartitionById(cells.blocks, "block").drop("block")


def _block(blocks: int) -> Column:
    tile = F.shiftright("own", _TILE_BITS)
    return F.pmod(F.xxhash64("first", tile), F.lit(blocks)).cast("int")
