"""The rounds: which documents are removed, by rank."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .. import phases
from . import _comparing as comparing
from . import _tasks as tasks
from ._steps import Asked, Facts
from ._work import Work


@dataclass(frozen=True)
class Parts:
    """What the phases before the rounds wrote."""

    made: DataFrame
    sketched: DataFrame
    lists: DataFrame
    known: Facts


class Rounds:
    """Runs the rounds over the lists. `ranks` is the number of groups of equal documents."""

    def __init__(self, work: Work, asked: Asked, parts: Parts, ranks: int) -> None:
        self._work = work
        self._asked = asked
        self._parts = parts
        self._ranks = ranks

    def taken(self) -> DataFrame:
        """The removed ranks, in `own`, and the kept one of each, in `rank`."""
        return self._linked() if self._asked.link == "single" else self._settled()

    def _settled(self) -> DataFrame:
        state = phases.first_state(self._ranks)
        searches = taken = self._work.spark.createDataFrame([], tasks.SETTLED)
        for number in range(phases.ROUNDS):
            found = self._found(number, number, state)
            step = partial(_settle, searches.unionByName(found), state, number)
            settled = self._work.phase(f"round-{number}/settled", step)
            taken = taken.unionByName(settled.where(F.col("kind") == tasks.TAKEN))
            searches = settled.where(F.col("kind") == tasks.SEARCHES)
            row = settled.where(F.col("kind") == tasks.STATE).collect()[0]
            if row["own"] == 1:
                return taken.select("own", "rank")
            state = bytes(row["block"])
        raise RuntimeError("documents are undecided after the last round: please report this")

    def _linked(self) -> DataFrame:
        """Single linkage needs all similar pairs, in one round."""
        state = phases.first_state(self._ranks)
        found = self._found(0, phases.ROUNDS - 1, state)
        task = tasks.components(self._ranks)
        linked = self._work.phase(
            "linked", lambda: found.repartition(1).mapInArrow(task, tasks.SETTLED)
        )
        return linked.select("own", "rank")

    def _found(self, number: int, as_in: int, state: bytes) -> DataFrame:
        """The similar pairs of a round and what was held back, with the columns of SETTLED."""
        rule, ranges = self._asked.rule, self._parts.known.ranges

        def hand_out() -> DataFrame:
            task = tasks.hand_out(state, rule, as_in, ranges)
            hands = self._parts.lists.mapInArrow(task, tasks.RANGES)
            parts = hands.repartitionById(ranges, "range")
            return parts.mapInArrow(tasks.candidates(rule, as_in), tasks.CANDIDATES)

        handed = self._work.phase(f"round-{number}/candidates", hand_out)
        by_rank = _at(handed.where("not held_back"), "own", "rank")
        sketches = comparing.sketches(self._parts.sketched, self._parts.known)

        def allow() -> DataFrame:
            task = tasks.allowed(rule, sketches.shingling, as_in)
            return comparing.rows(by_rank, sketches).mapInArrow(task, tasks.ALLOWED)

        # Spark knows of a phase that the pairs are few, and moves few texts.
        allowed = self._work.phase(f"round-{number}/allowed", allow)
        by_doc = _at(allowed.where("not held_back"), "own_doc", "rank_doc")
        sets = comparing.full_sets(self._parts.made, self._parts.known, self._asked)
        task = tasks.resembling(rule, sets.shingling, state)
        compared = comparing.rows(by_doc, sets).mapInArrow(task, tasks.FOUND)
        kind = F.when(F.col("held_back"), tasks.HELD_BACK).otherwise(tasks.SIMILAR)
        found = _of_kind(kind, compared)
        for some in (handed, allowed):
            held_back = some.where("held_back")
            found = found.unionByName(_of_kind(F.lit(tasks.HELD_BACK), held_back))
        return found


def _at(pairs: DataFrame, own: str, rank: str) -> DataFrame:
    return pairs.select(
        "own", "rank", "first", F.col(own).alias("own_at"), F.col(rank).alias("rank_at")
    )


def _of_kind(kind: Column, pairs: DataFrame) -> DataFrame:
    return pairs.select(
        kind.alias("kind"), "own", "rank", F.lit(None).cast("binary").alias("block")
    )


def _settle(counted: DataFrame, state: bytes, number: int) -> DataFrame:
    return counted.repartition(1).mapInArrow(tasks.settle(state, number), tasks.SETTLED)
