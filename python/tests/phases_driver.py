"""A small engine of one process: it runs the kernels of whorl.phases as several tasks would."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from whorl import phases


def split(rows: Sequence[Any], tasks: int, seed: int) -> list[list[Any]]:
    """The rows in any order, divided among tasks."""
    order = list(rows)
    random.Random(seed).shuffle(order)
    return [order[task::tasks] for task in range(tasks)]


def blocks_by_range(tables: Iterable[Any]) -> list[list[bytes]]:
    """The shuffle: the blocks of each range."""
    by_range: dict[int, list[bytes]] = defaultdict(list)
    for table in tables:
        for row in table.to_pylist():
            by_range[row["range"]].append(row["block"])
    return list(by_range.values())


class Run:
    """Deduplicates texts, the longest first.

    `reasons` has for each removed row its reason, the row that was kept, and the three measures.
    """

    def __init__(self, texts: Sequence[str | None], tasks: int, link: str, **options: Any) -> None:
        self.tasks = tasks
        self.rule = phases.Rule(options.get("sketch", "mod:25"), options.pop("resemblance", 0.5))
        table = pa.table(phases.documents(pa.array(texts), threads=1, **options))
        sets = phases.shingles(pa.array(texts), threads=1, **options).to_pylist()
        self.rows = [
            {**row, "shingles": blocks}
            for row, blocks in zip(table.to_pylist(), sets, strict=True)
        ]
        self.rounds = self.compared = self.handed_out = 0  # the last one in bytes
        self.rank()
        self.lists = self.make_lists()
        survivors = self.survivors_in_rounds() if link == "survivor" else self.components()
        self.reasons = self.decide(survivors)

    def rank(self) -> None:
        groups: dict[bytes, list[int]] = defaultdict(list)
        for number, row in enumerate(self.rows):
            if row["group"] is not None:
                groups[row["group"]].append(number)
        ordered = sorted(
            groups.values(), key=lambda group: min((-self.rows[n]["bytes"], n) for n in group)
        )
        self.first = [group[0] for group in ordered]
        self.best = [min(group, key=lambda n: (-self.rows[n]["bytes"], n)) for group in ordered]
        self.members = ordered

    def make_lists(self) -> list[bytes]:
        ranked = [(rank, self.rows[first]) for rank, first in enumerate(self.first)]
        moduli = sorted({row["modulus"] for _, row in ranked})
        hot = phases.hot_shingles([row["sketch"] for _, row in ranked][::3])
        tables = []
        for some in split(ranked, self.tasks, 1):
            ranks = pa.array([rank for rank, _ in some], pa.int64())
            sketches = pa.array([row["sketch"] for _, row in some], pa.binary())
            tables.append(
                phases.prefixes(
                    ranks, sketches, self.rule, hot=hot, moduli=moduli, ranges=self.tasks
                )
            )
        return [
            block
            for postings in blocks_by_range(tables)
            for block in phases.lists(postings, moduli=moduli).to_pylist()
        ]

    def guessed(self) -> tuple[Any, Any]:
        """The similar pairs of the guesses."""
        hands = [
            phases.guess(some, self.rule, ranks=len(self.first), ranges=self.tasks)
            for some in split(self.lists, self.tasks, 0)
        ]
        return self.similar([phases.guesses(blocks) for blocks in blocks_by_range(hands)])

    def counted(self, state: bytes, round: int, **most: int) -> tuple[Any, Any]:
        """The similar pairs of a later round, and the postponed candidates."""
        hands = [
            phases.hand_out(some, state, self.rule, ranges=self.tasks, **most)
            for some in split(self.lists, self.tasks, round)
        ]
        by_range = blocks_by_range(hands)
        self.handed_out += sum(len(block) for blocks in by_range for block in blocks)
        merged = [phases.candidates(blocks, self.rule, **most) for blocks in by_range]
        held_back = [row for table in merged for row in table.to_pylist() if row["held_back"]]
        pairs = [(row["own"], row["rank"]) for row in held_back]
        return self.similar(merged), columns(pairs)

    def similar(self, merged: Sequence[Any]) -> tuple[Any, Any]:
        rows = [row for table in merged for row in table.to_pylist()]
        pairs = [(row["own"], row["rank"]) for row in rows if not row.get("held_back", False)]
        assert len(pairs) == len(set(pairs))
        self.compared += len(pairs)
        for column, accepts in (("sketch", phases.may_resemble), ("shingles", phases.resemble)):
            own = [self.rows[self.first[a]][column] for a, _ in pairs]
            rank = [self.rows[self.first[b]][column] for _, b in pairs]
            kept = accepts(own, rank, self.rule).to_pylist()
            pairs = [pair for pair, keep in zip(pairs, kept, strict=True) if keep]
        return columns(pairs)

    def survivors_in_rounds(self) -> dict[int, int]:
        settled = phases.settle_guesses(len(self.first), self.guessed())
        while not settled.is_final:
            self.rounds += 1
            similar, held_back = self.counted(settled.state, self.rounds, most=3)
            before = settled.similar.to_pylist()
            settled = phases.settle(settled.state, before, similar, held_back)
        removed = phases.taken(settled.state).to_pylist()
        survive = phases.survivors(settled.state).to_pylist()
        assert [row["rank"] for row in removed] == [n for n, kept in enumerate(survive) if not kept]
        return {row["rank"]: row["survivor"] for row in removed}

    def components(self) -> dict[int, int]:
        similar, held_back = self.counted(phases.first_state(len(self.first)), 0)
        assert len(held_back[0]) == 0
        found = phases.components(len(self.first), similar).to_pylist()
        return {row["rank"]: row["survivor"] for row in found}

    def decide(self, survivors: dict[int, int]) -> dict[int, tuple[Any, ...]]:
        reasons: dict[int, tuple[Any, ...]] = {}
        for rank, members in enumerate(self.members):
            kept = self.best[survivors.get(rank, rank)]
            for number in members:
                if number != kept:
                    reasons[number] = self.reason(self.rows[number], self.rows[kept], kept)
        return reasons

    def reason(self, removed: dict[str, Any], kept: dict[str, Any], row: int) -> tuple[Any, ...]:
        for column, name in (("content", "identical"), ("canonical", "lexical")):
            if removed[column] == kept[column]:
                return (name, row, 1.0, 1.0, 1.0)
        counted = phases.measures([removed["shingles"]], [kept["shingles"]]).to_pylist()[0]
        same = removed["group"] == kept["group"]
        return ("sketch" if same else "similar", row, *counted.values())


def columns(pairs: list[tuple[int, int]]) -> tuple[Any, Any]:
    return pa.array([a for a, _ in pairs], pa.int64()), pa.array([b for _, b in pairs], pa.int64())
