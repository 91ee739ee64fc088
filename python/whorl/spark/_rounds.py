"""The rounds: which documents are removed, by rank."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import phases
from . import _comparing as comparing
from . import _tasks as tasks
from ._steps import Asked, Facts
from ._work import Work

_ALL = (1 << 63) - 1

_MOST = (32, 128, 512)
"""The most candidates of a document in the first rounds after the guesses. The next rounds have no
limit. Most documents that have more are similar to some of the first."""

_HANDED_OUT = 8
"""How many candidates a task hands out for each one that a document can have: the sketches of most
have too few shingles in common."""


@dataclass(frozen=True)
class Parts:
    """What the phases before the rounds wrote."""

    made: DataFrame
    sketched: DataFrame
    lists: DataFrame
    known: Facts


@dataclass(frozen=True)
class _Kernels:
    """What hands out candidates, and what merges them."""

    hand_out: tasks.Task
    merge: tasks.Task


@dataclass(frozen=True)
class Found:
    """What the rounds found."""

    taken: DataFrame
    """The removed ranks, in `own`, and the kept one of each, in `rank`."""
    similar: DataFrame
    """Similar pairs (own, rank) with their measures, some twice. With single linkage, all pairs are
    there."""


class Rounds:
    """Runs the rounds over the lists. `ranks` is the number of groups of equal documents."""

    def __init__(self, work: Work, asked: Asked, parts: Parts, ranks: int) -> None:
        self._work = work
        self._asked = asked
        self._parts = parts
        self._ranks = ranks

    def run(self) -> Found:
        """Runs the rounds that the link needs."""
        return self._linked() if self._asked.link == "single" else self._settled()

    def _linked(self) -> Found:
        """Single linkage needs all similar pairs, in one round."""
        state = phases.first_state(self._ranks)
        handed = self._handed(0, self._kernels(state, _ALL))
        similar = self._similar(0, handed, state, _ALL)
        pairs = _of_kind(tasks.PAIR, similar)
        linked = self._work.phase("linked", partial(_alone, pairs, tasks.components(self._ranks)))
        return Found(_taken(linked), similar)

    def _settled(self) -> Found:
        state = phases.first_state(self._ranks)
        guess = tasks.guess(self._asked.rule, self._ranks, self._parts.known.ranges)
        handed = self._handed(0, _Kernels(guess, tasks.guesses()))
        all_similar = self._similar(0, handed, state, _ALL)
        found = _of_kind(tasks.PAIR, all_similar)
        task = tasks.settle_guesses(self._ranks)
        for number in itertools.count(1):
            settled = self._work.phase(f"round-{number - 1}/settled", partial(_alone, found, task))
            row = settled.where(F.col("kind") == tasks.STATE).collect()[0]
            if row["own"] == 1:
                break
            state = bytes(row["block"])
            most = _MOST[number - 1] if number <= len(_MOST) else _ALL
            enough = phases.ENOUGH if number == 1 else phases.ENOUGH_AGAIN
            handed = self._handed(number, self._kernels(state, most))
            similar = self._similar(number, handed, state, enough)
            all_similar = all_similar.unionByName(similar)
            found = (
                settled.where(F.col("kind") == tasks.SIMILAR)
                .unionByName(_of_kind(tasks.PAIR, similar))
                .unionByName(_of_kind(tasks.HELD_BACK, handed.where("held_back")))
            )
            task = tasks.settle(state)
        return Found(_taken(settled), all_similar)

    def _kernels(self, state: bytes, most: int) -> _Kernels:
        rule, ranges = self._asked.rule, self._parts.known.ranges
        handed_out = min(_ALL, _HANDED_OUT * most)
        hand_out = tasks.hand_out(state, rule, ranges, handed_out)
        return _Kernels(hand_out, tasks.candidates(rule, most))

    def _handed(self, number: int, kernels: _Kernels) -> DataFrame:
        """The candidates of a round."""

        def hand_out() -> DataFrame:
            hands = self._parts.lists.mapInArrow(kernels.hand_out, tasks.RANGES)
            parts = hands.repartitionById(self._parts.known.ranges, "range")
            return parts.mapInArrow(kernels.merge, tasks.CANDIDATES)

        return self._work.phase(f"round-{number}/candidates", hand_out)

    def _similar(self, number: int, handed: DataFrame, state: bytes, enough: int) -> DataFrame:
        """The similar pairs of a round, with their measures."""
        sketches = comparing.sketches(self._parts.sketched, self._parts.known)

        def allow() -> DataFrame:
            pairs = comparing.rows(_at(handed.where("not held_back"), "own", "rank"), sketches)
            task = tasks.allowed(self._asked.rule, sketches.shingling)
            return pairs.mapInArrow(task, tasks.PAIRS)

        # Spark knows of a phase that the pairs are few, and moves few texts.
        allowed = self._work.phase(f"round-{number}/allowed", allow)

        def compare() -> DataFrame:
            sets = comparing.full_sets(self._parts.made, self._parts.known, self._asked)
            task = tasks.resembling(self._asked.rule, sets.shingling, state, enough)
            pairs = comparing.rows(_at(allowed, "own_doc", "rank_doc"), sets)
            return pairs.mapInArrow(task, tasks.MEASURED)

        return self._work.phase(f"round-{number}/similar", compare)


def _at(pairs: DataFrame, own: str, rank: str) -> DataFrame:
    return pairs.select(
        "own", "rank", "first", F.col(own).alias("own_at"), F.col(rank).alias("rank_at")
    )


def _of_kind(kind: int, pairs: DataFrame) -> DataFrame:
    block = F.lit(None).cast("binary").alias("block")
    return pairs.select(F.lit(kind).alias("kind"), "own", "rank", block)


def _taken(settled: DataFrame) -> DataFrame:
    return settled.where(F.col("kind") == tasks.TAKEN).select("own", "rank")


def _alone(found: DataFrame, task: tasks.Task) -> DataFrame:
    return found.repartition(1).mapInArrow(task, tasks.SETTLED)
