"""Pairs of documents beside what is compared: their sketches, or their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ._steps import Asked, Facts, blocks_of

_TILE_BITS = 11  # 2,048 documents that are next to each other in the order of preference
_BLOCK_PAIRS = 1 << 21
_FEW_BLOCKS = 4  # not worth a job that counts what the pairs need
_SENT_TO_ALL = 1 << 20  # rows of about 80 bytes in each executor


@dataclass(frozen=True)
class Cells:
    """What documents are compared by."""

    rows: DataFrame  # at (what a pair names), doc, cell
    sizes: DataFrame  # at, bytes (about)
    count: int  # at most
    blocks: int  # that all of them need
    shingling: dict[str, Any] | None  # options of whorl.phases.shingles() if the cells are texts


def sketches(sketched: DataFrame, known: Facts) -> Cells:
    """The sketches, by rank."""
    rows = sketched.selectExpr("rank as at", "doc", "sketch as cell")
    sizes = sketched.selectExpr("rank as at", "sketch_bytes as bytes")
    return Cells(rows, sizes, known.documents, known.sketch_blocks, None)


def full_sets(made: DataFrame, known: Facts, asked: Asked) -> Cells:
    """What tells the full sets of shingles, by doc."""
    cell, shingling = ("text", asked.options) if asked.needs_texts else ("sketch", None)
    rows = made.selectExpr("doc as at", "doc", f"{cell} as cell")
    sizes = made.selectExpr("doc as at", "bytes")
    return Cells(rows, sizes, known.documents, known.text_blocks, shingling)


def rows(pairs: DataFrame, cells: Cells) -> DataFrame:
    """The rows that the tasks of a comparison read: own, rank, first, doc and cell.

    pairs: own, rank, first, and what the cells of both are found by: own_at and rank_at.

    A row without `own` is the cell of the document `rank`; the others are pairs. A task has all
    pairs of a block, and each cell of them once. Near-duplicates have the same first candidate and
    nearly the same rank, so they are in one block, and a cell moves to few blocks.
    """
    needed = _needed(pairs, cells)
    placed = pairs.withColumn("block", _block(needed.blocks))
    owns = placed.select("block", F.col("own").alias("rank"), F.col("own_at").alias("at"))
    candidates = placed.select("block", "rank", F.col("rank_at").alias("at"))
    wanted = owns.unionByName(candidates).distinct()
    if needed.cells <= _SENT_TO_ALL:  # Spark would take it for large, and move all cells
        wanted = F.broadcast(wanted)
    found = cells.rows.join(wanted, "at").select("block", "rank", "doc", "cell")
    all_rows = placed.select("block", "own", "rank", "first").unionByName(
        found, allowMissingColumns=True
    )
    return all_rows.repartitionById(needed.blocks, "block").drop("block")


@dataclass(frozen=True)
class _Needed:
    """What a comparison needs."""

    blocks: int
    cells: int  # of all blocks, at most


def _needed(pairs: DataFrame, cells: Cells) -> _Needed:
    """As few blocks as memory allows, since a cell moves to each block that needs it."""
    if cells.blocks <= _FEW_BLOCKS:
        return _Needed(cells.blocks, cells.blocks * cells.count)
    named = pairs.select(F.col("own_at").alias("at")).unionAll(pairs.select("rank_at"))
    counted = named.groupBy("at").agg(F.count("*").alias("ends")).join(cells.sizes, "at")
    row = counted.agg(
        *(F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in ("ends", "bytes")),
        F.count("*").alias("cells"),
    ).collect()[0]
    blocks = max(blocks_of(row["bytes"]), -(-row["ends"] // (2 * _BLOCK_PAIRS)))
    return _Needed(blocks, min(row["ends"], row["cells"] * blocks))


def _block(blocks: int) -> Column:
    tile = F.shiftright("own", _TILE_BITS)
    return F.pmod(F.xxhash64("first", tile), F.lit(blocks)).cast("int")
