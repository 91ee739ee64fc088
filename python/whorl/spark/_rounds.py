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


class Rounds:
    """Runs the rounds over the lists. `ranks` is the number of groups of equal documents."""

    def __init__(self, work: Work, asked: Asked, parts: Parts, ranks: int) -> None:
        self._work = work
        self._asked = asked
        self._parts = parts
        self._ranks = ranks

    def settled(self) -> DataFrame:
        """The removed ranks, in `own`, and the kept one of each, in `rank`."""
        state = phases.first_state(self._ranks)
        found = self._guessed(state)
        task = tasks.settle_guesses(self._ranks)
        for number in itertools.count(1):
            settled = self._work.phase(f"round-{number - 1}/settled", partial(_alone, found, task))
            row = settled.where(F.col("kind") == tasks.STATE).collect()[0]
            if row["own"] == 1:
                break
            state = bytes(row["block"])
            before = settled.where(F.col("kind") == tasks.SIMILAR)
            found = before.unionByName(self._counted(number, state))
            task = tasks.settle(state)
        return settled.where(F.col("kind") == tasks.TAKEN).select("own", "rank")

    def pairs(self) -> DataFrame:
        """All similar pairs, with their measures."""
        handed = self._handed(0, self._kernels(phases.first_state(self._ranks), _ALL))
        allowed = self._allowed(0, handed)

        def measure() -> DataFrame:
            sets = self._full_sets()
            task = tasks.similar_measures(self._asked.rule, sets.shingling)
            compared = comparing.rows(_at(allowed, "own_doc", "rank_doc"), sets)
            return compared.mapInArrow(task, tasks.MEASURED)

        return self._work.phase("pairs", measure)

    def linked(self, pairs: DataFrame) -> DataFrame:
        """What settled() returns, for single linkage. It needs all similar pairs."""
        found = _of_kind(tasks.PAIR, pairs)
        linked = self._work.phase("linked", partial(_alone, found, tasks.components(self._ranks)))
        return linked.select("own", "rank")

    def _guessed(self, state: bytes) -> DataFrame:
        """The similar pairs of the guesses."""
        guess = tasks.guess(self._asked.rule, self._ranks, self._parts.known.ranges)
        return self._similar(0, _Kernels(guess, tasks.guesses()), state, phases.ENOUGH)

    def _counted(self, number: int, state: bytes) -> DataFrame:
        """The similar pairs of a later round, and what was held back."""
        most = _MOST[number - 1] if number <= len(_MOST) else _ALL
        enough = phases.ENOUGH if number == 1 else phases.ENOUGH_AGAIN
        return self._similar(number, self._kernels(state, most), state, enough)

    def _kernels(self, state: bytes, most: int) -> _Kernels:
        rule, ranges = self._asked.rule, self._parts.known.ranges
        handed_out = min(_ALL, _HANDED_OUT * most)
        hand_out = tasks.hand_out(state, rule, ranges, handed_out)
        return _Kernels(hand_out, tasks.candidates(rule, most))

    def _similar(self, number: int, kernels: _Kernels, state: bytes, enough: int) -> DataFrame:
        """The similar pairs of a round and what was held back, with the columns of SETTLED."""
        handed = self._handed(number, kernels)
        allowed = self._allowed(number, handed)
        sets = self._full_sets()
        task = tasks.resembling(self._asked.rule, sets.shingling, state, enough)
        compared = comparing.rows(_at(allowed, "own_doc", "rank_doc"), sets)
        similar = _of_kind(tasks.PAIR, compared.mapInArrow(task, tasks.FOUND))
        return similar.unionByName(_of_kind(tasks.HELD_BACK, handed.where("held_back")))

    def _handed(self, number: int, kernels: _Kernels) -> DataFrame:
        """The candidates of a round."""

        def hand_out() -> DataFrame:
            hands = self._parts.lists.mapInArrow(kernels.hand_out, tasks.RANGES)
            parts = hands.repartitionById(self._parts.known.ranges, "range")
            return parts.mapInArrow(kernels.merge, tasks.CANDIDATES)

        return self._work.phase(f"round-{number}/candidates", hand_out)

    def _allowed(self, number: int, handed: DataFrame) -> DataFrame:
        """The candidates whose sketches show enough."""
        sketches = comparing.sketches(self._parts.sketched, self._parts.known)

        def allow() -> DataFrame:
            pairs = comparing.rows(_at(handed.where("not held_back"), "own", "rank"), sketches)
            task = tasks.allowed(self._asked.rule, sketches.shingling)
            return pairs.mapInArrow(task, tasks.PAIRS)

        # Spark knows of a phase that the pairs are few, and moves few texts.
        return self._work.phase(f"round-{number}/allowed", allow)

    def _full_sets(self) -> comparing.Cells:
        return comparing.full_sets(self._parts.made, self._parts.known, self._asked)


def _at(pairs: DataFrame, own: str, rank: str) -> DataFrame:
    return pairs.select(
        "own", "rank", "first", F.col(own).alias("own_at"), F.col(rank).alias("rank_at")
    )


def _of_kind(kind: int, pairs: DataFrame) -> DataFrame:
    block = F.lit(None).cast("binary").alias("block")
    return pairs.select(F.lit(kind).alias("kind"), "own", "rank", block)


def _alone(found: DataFrame, task: tasks.Task) -> DataFrame:
    return found.repartition(1).mapInArrow(task, tasks.SETTLED)
