"""The rounds: which documents are removed, by rank."""

from __future__ import annotations

from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import phases
from . import _tasks as tasks
from ._steps import Asked
from ._work import Work


class Rounds:
    """Runs the rounds over the lists. `ranks` is the number of groups of equal documents."""

    def __init__(
        self, work: Work, asked: Asked, sketched: DataFrame, lists: DataFrame, ranks: int
    ) -> None:
        self._work = work
        self._asked = asked
        self._sketched = sketched
        self._lists = lists
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
        rule, ranges = self._asked.rule, self._asked.ranges

        def hand_out() -> DataFrame:
            hands = self._lists.mapInArrow(tasks.hand_out(state, rule, as_in, ranges), tasks.RANGES)
            parts = hands.repartitionById(ranges, "range")
            return parts.mapInArrow(tasks.candidates(rule), tasks.CANDIDATES)

        handed = self._work.phase(f"round-{number}/candidates", hand_out)
        pairs = handed.where("not held_back").select("own", "rank")
        similar = self._similar(f"round-{number}", pairs)
        held_back = handed.where("held_back")
        return _of_kind(tasks.SIMILAR, similar).unionByName(_of_kind(tasks.HELD_BACK, held_back))

    def _similar(self, folder: str, pairs: DataFrame) -> DataFrame:
        """Compares the sketches of all pairs, then the full sets of the pairs that they allow.

        The allowed pairs are written as a phase. So Spark knows that they are few, and moves them
        instead of the sets.
        """
        if self._asked.rule.sketch == "all":  # a sketch is the full set
            tests = ["may_resemble", "resemble"]
            both = partial(self._accepted, pairs, "sketch", tests)
            return self._work.phase(f"{folder}/similar", both)
        by_sketch = partial(self._accepted, pairs, "sketch", ["may_resemble"])
        allowed = self._work.phase(f"{folder}/allowed", by_sketch)
        by_set = partial(self._accepted, allowed, "coalesce(shingles, sketch)", ["resemble"])
        return self._work.phase(f"{folder}/similar", by_set)

    def _accepted(self, pairs: DataFrame, block: str, tests: list[str]) -> DataFrame:
        def side(name: str, rank: str) -> DataFrame:
            return self._sketched.select(F.expr(block).alias(name), F.col("rank").alias(rank))

        joined = pairs.join(side("a", "own"), "own").join(side("b", "rank"), "rank")
        task = tasks.accepted(self._asked.rule, tests)
        return joined.select("own", "rank", "a", "b").mapInArrow(task, tasks.PAIRS)


def _of_kind(kind: int, pairs: DataFrame) -> DataFrame:
    return pairs.select(
        F.lit(kind).alias("kind"), "own", "rank", F.lit(None).cast("binary").alias("block")
    )


def _settle(counted: DataFrame, state: bytes, number: int) -> DataFrame:
    return counted.repartition(1).mapInArrow(tasks.settle(state, number), tasks.SETTLED)
