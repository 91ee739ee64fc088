"""The functions that executors run: Arrow batches to Arrow batches, by the kernels of whorl.phases.

Spark pickles what a function refers to, so the small values that all tasks need, such as the hot
shingles, are arguments here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyarrow as pa

from .. import phases

Batches = Iterator[pa.RecordBatch]
Task = Callable[[Batches], Batches]

_ROWS = 256
"""Rows of a batch of texts: the sets of shingles of a batch are in memory at once."""

RANGES = "range int, block binary"
BLOCKS = "block binary"
CANDIDATES = "own bigint, rank bigint, held_back boolean"
PAIRS = "own bigint, rank bigint"
SETTLED = "kind int, own bigint, rank bigint, block binary"

SIMILAR, HELD_BACK, SEARCHES, TAKEN, STATE = range(5)
"""The kinds of rows of SETTLED. The row of STATE has 1 in `own` if all documents are decided."""

_TYPES = {"uint64": pa.int64(), "large_binary": pa.binary(), "large_string": pa.string()}


def documents(options: dict[str, Any], kept: Sequence[str]) -> Task:
    """Sketches the column "text"; the columns `kept` pass through."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            for begin in range(0, batch.num_rows, _ROWS):
                part = batch.slice(begin, _ROWS)
                made = _for_spark(phases.documents(part.column("text"), threads=1, **options))
                columns = {name: part.column(name) for name in kept}
                columns.update({name: made.column(name) for name in made.schema.names})
                yield pa.RecordBatch.from_pydict(columns)

    return run


def hot_shingles() -> Task:
    def run(batches: Batches) -> Batches:
        yield _blocks([phases.hot_shingles(_column(batches, "sketch"))])

    return run


def prefixes(rule: phases.Rule, hot: bytes, moduli: Sequence[int], ranges: int) -> Task:
    def run(batches: Batches) -> Batches:
        for batch in batches:
            ranks, sketches = batch.column("rank"), batch.column("sketch")
            yield from _each_row(
                phases.prefixes(ranks, sketches, rule, hot=hot, moduli=moduli, ranges=ranges)
            )

    return run


def lists(moduli: Sequence[int]) -> Task:
    def run(batches: Batches) -> Batches:
        for block in phases.lists(_column(batches, "block"), moduli=moduli).to_pylist():
            yield _blocks([block])

    return run


def hand_out(state: bytes, rule: phases.Rule, round: int, ranges: int) -> Task:
    def run(batches: Batches) -> Batches:
        column = _column(batches, "block")
        if len(column) > 0:
            yield from _each_row(phases.hand_out(column, state, rule, round=round, ranges=ranges))

    return run


def candidates(rule: phases.Rule) -> Task:
    def run(batches: Batches) -> Batches:
        yield _for_spark(phases.candidates(_column(batches, "block"), rule))

    return run


def accepted(rule: phases.Rule, tests: Sequence[str]) -> Task:
    """The pairs that all tests accept: functions of whorl.phases of the columns "a" and "b"."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            for test in tests:
                judge = getattr(phases, test)
                accepts = judge(batch.column("a"), batch.column("b"), rule)
                batch = batch.filter(pa.array(accepts))
            yield batch.select(["own", "rank"])

    return run


def settle(state: bytes, round: int) -> Task:
    def run(batches: Batches) -> Batches:
        table = _table(batches)
        settled = phases.settle(
            state,
            _of_kind(table, SEARCHES).column("block"),
            _pairs(_of_kind(table, SIMILAR)),
            _pairs(_of_kind(table, HELD_BACK)),
            round=round,
        )
        yield _settled(STATE, [int(settled.finished)], [None], [settled.state])
        for block in settled.searches.to_pylist():
            yield _settled(SEARCHES, [None], [None], [block])
        yield _taken(settled.taken)

    return run


def components(ranks: int) -> Task:
    def run(batches: Batches) -> Batches:
        similar = _of_kind(_table(batches), SIMILAR)
        yield _taken(phases.components(ranks, _pairs(similar)))

    return run


def measures(kept: Sequence[str]) -> Task:
    """Measures of the columns "a" and "b"; the columns `kept` pass through."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            made = _for_spark(phases.measures(batch.column("a"), batch.column("b")))
            columns = {name: batch.column(name) for name in kept}
            columns.update({name: made.column(name) for name in made.schema.names})
            yield pa.RecordBatch.from_pydict(columns)

    return run


def _for_spark(table: Any) -> pa.RecordBatch:
    """One batch with the types that Spark has."""
    read = pa.table(table)
    fields = [(field.name, _TYPES.get(str(field.type), field.type)) for field in read.schema]
    batches = read.cast(pa.schema(fields)).combine_chunks().to_batches()
    return batches[0] if batches else pa.RecordBatch.from_pylist([], pa.schema(fields))


def _each_row(table: Any) -> Batches:
    """A batch for each row: a block can be large."""
    read = pa.table(table)
    for row in range(read.num_rows):
        part = read.slice(row, 1)
        yield pa.RecordBatch.from_arrays(
            [
                part.column("range").combine_chunks().cast(pa.int32()),
                part.column("block").combine_chunks().cast(pa.binary()),
            ],
            ["range", "block"],
        )


def _blocks(blocks: list[bytes]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict({"block": pa.array(blocks, pa.binary())})


def _column(batches: Batches, name: str) -> pa.ChunkedArray:
    columns = [batch.column(name).cast(pa.binary()) for batch in batches]
    return pa.chunked_array(columns, pa.binary())


def _table(batches: Batches) -> pa.Table:
    read = list(batches)
    return pa.Table.from_batches(read or [_settled(STATE, [], [], [])])


def _of_kind(table: pa.Table, kind: int) -> pa.Table:
    return table.filter(pa.compute.equal(table.column("kind"), kind))


def _pairs(table: pa.Table) -> tuple[Any, Any]:
    return table.column("own"), table.column("rank")


def _settled(kind: int, own: Any, rank: Any, block: Any) -> pa.RecordBatch:
    rows = len(own)
    return pa.RecordBatch.from_pydict(
        {
            "kind": pa.array([kind] * rows, pa.int32()),
            "own": pa.array(own, pa.int64()),
            "rank": pa.array(rank, pa.int64()),
            "block": pa.array(block, pa.binary()),
        }
    )


def _taken(table: Any) -> pa.RecordBatch:
    taken = _for_spark(table)
    rows = taken.num_rows
    return pa.RecordBatch.from_pydict(
        {
            "kind": pa.array([TAKEN] * rows, pa.int32()),
            "own": taken.column("rank"),
            "rank": taken.column("survivor"),
            "block": pa.nulls(rows, pa.binary()),
        }
    )
