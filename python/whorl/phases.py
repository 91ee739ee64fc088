"""The steps of `dedup` as functions of columns, for programs that divide the work among tasks.

The functions read no files and depend on no engine: `whorl.spark` calls them, and other engines
can. The kept documents are those of `whorl.dedup`. How the rows are divided among the calls makes
no difference (docs/methods.md, "Kept documents in rounds").

1. `documents`: sketches of texts.
2. The caller groups equal documents (column "group"), and sorts the groups by preference. The
   number of a group in this order, from 0, is its rank.
3. `hot_shingles` of a sample, `prefixes`, `lists`: for each shingle, the documents that have it in
   their prefix.
4. Rounds, until settle() returns a final state: `hand_out`, `candidates`, `may_resemble`,
   `shingles` of the texts of the pairs that are left, `resemble`, `settle`. The first round has
   `guess`, `guesses` and `settle_guesses` in place of `hand_out`, `candidates` and `settle`.
   Single linkage: only one round, with `hand_out` of the first_state() and `components` in place of
   `settle`.
5. `measures` of each removed document and the kept one.

Columns are Arrow arrays or streams of any library, or lists. A block is a cell of bytes that only
this version of whorl reads; its layout can change at any time. Pass blocks from task to task
unchanged. The functions raise CorruptError for a block that has a wrong length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from . import _checks as checks
from . import _whorl
from ._options import limits, method
from ._progress import Report, reporting
from ._whorl import Array, Rule, Table

__all__ = [
    "ENOUGH",
    "ENOUGH_AGAIN",
    "Rule",
    "Settled",
    "candidates",
    "components",
    "documents",
    "first_state",
    "guess",
    "guesses",
    "hand_out",
    "hot_shingles",
    "lists",
    "may_resemble",
    "measures",
    "prefixes",
    "resemble",
    "settle",
    "settle_guesses",
    "shingles",
    "survivors",
    "taken",
]

ENOUGH, ENOUGH_AGAIN = _whorl.phase_enough()
"""Similar candidates that survive. With this number, the other candidates of a document need not be
compared: ENOUGH in the first round after the guesses, ENOUGH_AGAIN in later rounds."""

_MOST_RANGES = 1 << 20
_MOST_WORDS = (1 << 32) - 1
_ALL = (1 << 63) - 1


class Settled(NamedTuple):
    """The result of a round."""

    state: bytes
    """The block of the state before the next round."""
    similar: Array
    """Blocks of the similar documents of all rounds, for the next settle()."""
    is_final: bool
    """Whether no pair is left to compare, so that taken() returns the removed documents."""


def documents(
    text: Any,
    *,
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    letters_below: int | None = None,
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | Report | None = False,
) -> Table:
    """Makes a document of each text, as `whorl.dedup` does for a table, with the same options.

    letters_below: documents with at most this many words also have shingles of ten letters.
        None: 20, as in `whorl.dedup`. `whorl.cluster` has the length of a shingle here.

    Returns a Table with a row for each text, in order. If it is no document, only "skipped" is set.

    - skipped: why the text is no document (null, not UTF-8, too long); null if it is one
    - bytes: the length of the text, uint64
    - content, canonical: hashes of the text and of its normalized text, 16 bytes
    - group: equal for documents that are equal in bytes, in normalized text or in sketch; null if
      the document is a duplicate of no other
    - modulus: of the sketch, uint64
    - sketch: a block
    - sampled: true for about 1 % of the documents, for hot_shingles()

    Raises InvalidArgumentError for unknown options, UnsupportedError for the sketch "min:S", and
    ColumnTypeError for a column that has no texts.
    """
    options = {
        **_method(shingle, sketch, front_end, letters_below),
        **limits(memory, threads),
    }
    with reporting(progress) as report:
        return _whorl.phase_documents(text, options, report)


def shingles(
    text: Any,
    *,
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    letters_below: int | None = None,
    memory: str | int = "2G",
    threads: int | None = None,
) -> Array:
    """Returns a block of all shingles of each text, for resemble() and measures(); null for a text
    that documents() skips.

    The options are those of documents(), and it raises the same errors. With the sketch "all", each
    sketch is such a block.
    """
    options = {
        **_method(shingle, sketch, front_end, letters_below),
        **limits(memory, threads),
    }
    return _whorl.phase_shingles(text, options)


def hot_shingles(sketches: Any, *, least: int = _whorl.phase_hot_from()) -> bytes:
    """Returns a block of the shingles that at least `least` of the sketches have.

    They come last in the order of shingles. The kept documents are the same for any sample; a
    representative sample gives fewer candidates.
    """
    return _whorl.phase_hot_shingles(sketches, checks.count("least", least, 1, (1 << 32) - 1))


def prefixes(
    ranks: Any, sketches: Any, rule: Rule, *, hot: bytes, moduli: Sequence[int], ranges: int
) -> Table:
    """Takes the prefix of each document.

    ranks: int64 or uint64, below 2**48. sketches: the block of each rank.
    hot: the result of hot_shingles(), the same in all calls.
    moduli: all moduli that the sketches of the whole collection have, ascending.
    ranges: the number of ranges of shingles.

    Returns a Table of `range` (uint64) and `block`: blocks of postings for lists(), at most one for
    each range. Raises InvalidArgumentError for a sketch whose modulus is not in `moduli`.
    """
    count = checks.count("ranges", ranges, 1, _MOST_RANGES)
    return _whorl.phase_prefixes(ranks, sketches, rule, hot, list(moduli), count)


def lists(postings: Any, *, moduli: Sequence[int]) -> Array:
    """Returns blocks of lists, of about 16 MB or one list each.

    postings: all blocks of one range that prefixes() returned. moduli: those of prefixes().
    A list contains the documents, at least two, that have one shingle in their prefix.
    """
    return _whorl.phase_lists(postings, list(moduli))


def first_state(ranks: int) -> bytes:
    """Returns the block of a state in which all of `ranks` documents survive and no pair was
    compared: hand_out() then hands out all pairs."""
    return _whorl.phase_first_state(_rank_count(ranks))


def guess(lists: Any, rule: Rule, *, ranks: int, ranges: int) -> Table:
    """Hands out a few candidates of each document: those that most of the lists have among their
    first documents. They are probably similar.

    lists: some blocks of lists(). With more lists in one call, the guesses are better.
    ranks: the number of ranks. ranges: the number of ranges of ranks.

    Returns a Table of `range` (uint64) and `block`: blocks of at most about 16 MB for
    guesses(). Raises CorruptError if a list has a rank that is too large.
    """
    count = checks.count("ranges", ranges, 1, _MOST_RANGES)
    return _whorl.phase_guess(lists, _rank_count(ranks), rule, count)


def guesses(hands: Any) -> Table:
    """Merges what all lists handed out to the documents of one range of ranks.

    hands: all blocks of this range that guess() returned.

    Returns a Table of `own` and `rank` (uint64), ascending: compare `own` with the more preferred
    `rank`.
    """
    return _whorl.phase_guesses(hands)


def hand_out(
    lists: Any, state: bytes, rule: Rule, *, ranges: int, most: int = _ALL
) -> Table:
    """Hands out the candidates of each document: the kept documents before its own that
    it was not compared with.

    lists: some blocks of lists(). With more lists in one call, there are fewer candidates.
    state: the state before the round. ranges: the number of ranges of ranks.
    most: how many candidates of a document this call hands out at most; the others are for a later
    round.

    Returns a Table of `range` (uint64) and `block`: blocks of at most about 16 MB for
    candidates(). Raises CorruptError if a list has a rank that the state does not have.
    """
    count = checks.count("ranges", ranges, 1, _MOST_RANGES)
    return _whorl.phase_hand_out(lists, state, rule, count, checks.count("most", most, 1, _ALL))


def candidates(hands: Any, rule: Rule, *, most: int = _ALL) -> Table:
    """Merges what all lists handed out to the documents of one range of ranks.

    hands: all blocks of this range that hand_out() returned in this round.
    most: how many candidates a document has at most; the others are for a later round.

    Returns a Table of `own` and `rank` (uint64), ascending, and `held_back` (bool). If `held_back`
    is false, compare `own` with the more preferred `rank`, in this order, until ENOUGH or
    ENOUGH_AGAIN of the similar ones survive (see `survivors()`). If it is true, `rank` is the first
    candidate of `own` that is left for a later round.
    """
    return _whorl.phase_candidates(hands, rule, checks.count("most", most, 1, _ALL))


def may_resemble(a: Any, b: Any, rule: Rule) -> Array:
    """Returns whether the sketches of each pair show enough, an Array of bool.

    a, b: blocks of sketches; row i of both is a pair. Only these pairs can be similar.
    """
    return _whorl.phase_may_resemble(a, b, rule)


def resemble(a: Any, b: Any, rule: Rule) -> Array:
    """Returns whether each pair is similar, an Array of bool.

    a, b: blocks of all shingles, of pairs that may_resemble() accepted.
    """
    return _whorl.phase_resemble(a, b, rule)


def measures(a: Any, b: Any) -> Table:
    """Counts pairs. a, b: blocks of all shingles.

    Returns a Table of `resemblance`, `contained` (the part of a that is in b) and `contains` (the
    part of b that is in a), from 0 to 1.
    """
    return _whorl.phase_measures(a, b)


def settle_guesses(ranks: int, similar: tuple[Any, Any]) -> Settled:
    """Finds the kept ones of `ranks` documents by the guesses that are similar.

    similar: two columns, `own` and `rank`. Raises InvalidArgumentError if a pair has a rank that
    does not exist.
    """
    return Settled(*_whorl.phase_settle_guesses(_rank_count(ranks), *similar))


def settle(
    state: bytes, before: Any, similar: tuple[Any, Any], held_back: tuple[Any, Any] = ((), ())
) -> Settled:
    """Finds the kept documents by all similar pairs that are known.

    state: the state before the round. before: all blocks `similar` of the last Settled.
    similar: two columns, `own` and `rank`, of the pairs of this round that are similar.
    held_back: two columns, `own` and `rank`, of the rows of all candidates() with `held_back`.

    Raises InvalidArgumentError if a pair has a rank that the state does not have.
    """
    return Settled(*_whorl.phase_settle(state, before, similar, held_back))


def survivors(state: bytes) -> Array:
    """Returns whether each rank survives according to a state, an Array of bool."""
    return _whorl.phase_survivors(state)


def taken(state: bytes) -> Table:
    """Returns the documents that are removed according to a state: a Table of `rank` and the
    `survivor` that each is similar to, uint64."""
    return _whorl.phase_taken(state)


def components(ranks: int, similar: tuple[Any, Any]) -> Table:
    """Single linkage of `ranks` documents by all similar pairs.

    Returns a Table of `rank` and `survivor`, uint64, for each document that is not the most
    preferred of its component. Raises LimitExceededError for more than 4,294,967,295 documents.
    """
    return _whorl.phase_components(_rank_count(ranks), *similar)


def _rank_count(ranks: int) -> int:
    return checks.count("ranks", ranks, 0, 1 << 40)


def _method(
    shingle: int | None, sketch: str, front_end: str, letters_below: int | None
) -> dict[str, Any]:
    below = checks.optional_count("letters_below", letters_below, 0, _MOST_WORDS)
    return {**method(shingle, sketch, front_end), "letters_below": below}
