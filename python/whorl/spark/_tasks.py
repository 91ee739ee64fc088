"""The functions that executors run: Arrow batches to Arrow batches, by the kernels of whorl.phases.

Spark pickles what a function refers to, so the small values that all tasks need, such as the hot
shingles, are arguments here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy
import pyarrow as pa
import pyarrow.compute

from .. import phases

Batches = Iterator[pa.RecordBatch]
Task = Callable[[Batches], Batches]

_PART_BYTES = 8 << 20
"""Bytes of text, or of blocks, that a task passes to a kernel at once."""

_FIRST_PAIRS = 4
"""Pairs of a document that are compared before its next ones."""

RANGES = "range int, block binary"
BLOCKS = "block binary"
CANDIDATES = "own bigint, rank bigint, held_back boolean, first bigint"
PAIRS = "own bigint, rank bigint, first bigint, own_doc bigint, rank_doc bigint"
MEASURED = "own bigint, rank bigint, resemblance double, contained double, contains double"
SETTLED = "kind int, own bigint, rank bigint, block binary"

PAIR, HELD_BACK, SIMILAR, TAKEN, STATE = range(5)
"""The kinds of rows of SETTLED: a similar pair of this round, a candidate that was held back, a
block of the similar documents of all rounds, a removed rank and the kept one, and the state. The row
of STATE has 1 in `own` if it is final."""

_TYPES = {"uint64": pa.int64(), "large_binary": pa.binary(), "large_string": pa.string()}


def documents(options: dict[str, Any], kept: Sequence[str]) -> Task:
    """Sketches the column "text"; the columns `kept` pass through."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            for part in _parts(batch, "text"):
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


def guess(rule: phases.Rule, ranks: int, ranges: int) -> Task:
    return _handed_out(lambda lists: phases.guess(lists, rule, ranks=ranks, ranges=ranges))


def hand_out(state: bytes, rule: phases.Rule, ranges: int, most: int) -> Task:
    return _handed_out(lambda lists: phases.hand_out(lists, state, rule, ranges=ranges, most=most))


def _handed_out(kernel: Callable[[Any], Any]) -> Task:
    def run(batches: Batches) -> Batches:
        column = _column(batches, "block")
        if len(column) > 0:
            yield from _each_row(kernel(column))

    return run


def guesses() -> Task:
    def merge(hands: Any) -> Any:
        made = pa.table(phases.guesses(hands))
        return made.append_column("held_back", pa.array([False] * made.num_rows, pa.bool_()))

    return _merged(merge)


def candidates(rule: phases.Rule, most: int) -> Task:
    return _merged(lambda hands: phases.candidates(hands, rule, most=most))


def _merged(kernel: Callable[[Any], Any]) -> Task:
    """Adds `first`: the most preferred candidate of `own`."""

    def run(batches: Batches) -> Batches:
        made = _for_spark(kernel(_column(batches, "block")))
        own = made.column("own").to_numpy()
        begins = numpy.searchsorted(own, own)
        yield made.append_column("first", made.column("rank").take(begins))

    return run


def allowed(rule: phases.Rule, shingling: dict[str, Any] | None) -> Task:
    """The pairs whose sketches show enough."""

    def run(batches: Batches) -> Batches:
        for pairs, own, rank in _comparison(batches, shingling):
            yield pairs.filter(pa.array(phases.may_resemble(own, rank, rule)))

    return run


def resembling(
    rule: phases.Rule, shingling: dict[str, Any] | None, state: bytes, enough: int
) -> Task:
    """The similar pairs with their measures, until a document has `enough` candidates that
    survive."""

    def run(batches: Batches) -> Batches:
        survives = pa.array(phases.survivors(state)).to_numpy(zero_copy_only=False)
        for pairs, own, rank in _comparison(batches, shingling):

            def similar(some: Any, own: pa.Array = own, rank: pa.Array = rank) -> Any:
                judged = phases.resemble(own.take(some), rank.take(some), rule)
                return pa.array(judged).to_numpy(zero_copy_only=False)

            owns = pairs.column("own").to_numpy()
            ranks = pairs.column("rank").to_numpy()
            found = pa.array(_until_enough(owns, survives[ranks], similar, enough))
            yield _measured(pairs.take(found), own.take(found), rank.take(found))

    return run


def _until_enough(
    owns: Any, survives: Any, similar: Callable[[pa.Array], Any], enough: int
) -> Any:
    """The rows of similar pairs.

    owns: of all pairs, ascending. survives: whether the candidate of each survives.
    similar: whether the pairs of these rows are. It is called for the first pairs of all documents,
    then for the next ones of those with fewer than `enough` similar candidates that survive.
    """
    place = numpy.arange(len(owns)) - numpy.searchsorted(owns, owns)
    document = numpy.unique(owns, return_inverse=True)[1]
    found = numpy.zeros(len(owns), int)  # kept documents, by document
    is_similar = numpy.zeros(len(owns), bool)
    begin, end = 0, _FIRST_PAIRS
    while begin <= place.max(initial=-1):
        rows = numpy.flatnonzero((place >= begin) & (place < end) & (found[document] < enough))
        is_similar[rows] = similar(pa.array(rows))
        numpy.add.at(found, document[rows[is_similar[rows] & survives[rows]]], 1)
        begin, end = end, 4 * end
    return numpy.flatnonzero(is_similar)


def settle_guesses(ranks: int) -> Task:
    def run(batches: Batches) -> Batches:
        pairs = _pairs(_of_kind(_table(batches), PAIR))
        yield from _all_settled(phases.settle_guesses(ranks, pairs))

    return run


def settle(state: bytes) -> Task:
    def run(batches: Batches) -> Batches:
        table = _table(batches)
        before = _of_kind(table, SIMILAR).column("block")
        pairs, held_back = _pairs(_of_kind(table, PAIR)), _pairs(_of_kind(table, HELD_BACK))
        yield from _all_settled(phases.settle(state, before, pairs, held_back))

    return run


def _all_settled(settled: phases.Settled) -> Batches:
    yield _settled(STATE, [int(settled.is_final)], [None], [settled.state])
    for block in settled.similar.to_pylist():
        yield _settled(SIMILAR, [None], [None], [block])
    if settled.is_final:
        yield _taken(phases.taken(settled.state))


def components(ranks: int) -> Task:
    def run(batches: Batches) -> Batches:
        pairs = _pairs(_of_kind(_table(batches), PAIR))
        yield _taken(phases.components(ranks, pairs))

    return run


def measures(shingling: dict[str, Any] | None) -> Task:
    """All pairs with their measures."""

    def run(batches: Batches) -> Batches:
        for pairs, own, rank in _comparison(batches, shingling):
            yield _measured(pairs, own, rank)

    return run


def _measured(pairs: pa.RecordBatch, own: pa.Array, rank: pa.Array) -> pa.RecordBatch:
    made = _for_spark(phases.measures(own, rank))
    for number, name in enumerate(("own", "rank")):
        made = made.add_column(number, name, pairs.column(name))
    return made


def _comparison(
    batches: Batches, shingling: dict[str, Any] | None
) -> Iterator[tuple[pa.RecordBatch, pa.Array, pa.Array]]:
    """The pairs of a task (the columns of PAIRS), with the blocks of both documents; nothing if it
    has none. The rows are those of whorl.spark._comparing.rows()."""
    pairs, known, blocks = [], [], []
    for batch in batches:
        is_cell = batch.column("own").is_null()
        pairs.append(batch.filter(pa.compute.invert(is_cell)).select(["own", "rank", "first"]))
        for part in _parts(batch.filter(is_cell), "cell"):
            known.append(part.select(["rank", "doc"]))
            blocks.append(_set_blocks(part.column("cell"), shingling))
    if not blocks:
        return
    made = pa.Table.from_batches(pairs).sort_by([("own", "ascending"), ("rank", "ascending")])
    made = made.combine_chunks()
    cells, all_blocks = pa.Table.from_batches(known), pa.concat_arrays(blocks)
    blocks.clear()
    rank, doc = cells.column("rank").to_numpy(), cells.column("doc").to_numpy()
    by_rank = numpy.argsort(rank)
    own, candidate = (
        by_rank[numpy.searchsorted(rank[by_rank], made.column(name))] for name in ("own", "rank")
    )
    made = made.append_column("own_doc", pa.array(doc[own]))
    made = made.append_column("rank_doc", pa.array(doc[candidate]))
    shared = (
        pa.DictionaryArray.from_arrays(pa.array(numbers), all_blocks)
        for numbers in (own, candidate)
    )
    for batch in made.to_batches():
        yield batch, *shared


def _set_blocks(cells: pa.Array, shingling: dict[str, Any] | None) -> pa.Array:
    if shingling is not None:
        cells = pa.array(phases.shingles(cells, threads=1, **shingling))
    return cells.cast(pa.large_binary())


def _parts(batch: pa.RecordBatch, column: str) -> Batches:
    """Parts with about _PART_BYTES in the column, or one row."""
    lengths = pa.compute.binary_length(batch.column(column)).fill_null(0)
    ends = numpy.cumsum(lengths.to_numpy(zero_copy_only=False).astype("int64"))
    begin = 0
    while begin < batch.num_rows:
        before = ends[begin - 1] if begin > 0 else 0
        end = int(numpy.searchsorted(ends, before + _PART_BYTES, side="right"))
        end = max(end, begin + 1)
        yield batch.slice(begin, end - begin)
        begin = end


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
