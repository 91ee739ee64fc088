"""MinHashLSH of `whorl.compat.datasketch`."""

from __future__ import annotations

import math
from collections.abc import Hashable, KeysView
from typing import Any

from .. import _whorl
from .._errors import InvalidArgumentError
from ._minhash import MinHash
from ._refusals import refuse


class MinHashLSH:
    """Sets by key, and which of them are similar to another set.

    threshold: from 0 to 1, a resemblance (Jaccard similarity).
    num_perm: that of each MinHash.

    The index has the name of datasketch's class, but it is an inverted index and not LSH: `query()`
    gives each key with an estimated resemblance of at least `threshold`, and no other. For each
    set the index keeps the sketch, and about 100 bytes for each of (1 - threshold) num_perm hashes.

    Raises UnsupportedError for the other arguments of datasketch's MinHashLSH.
    """

    def __init__(self, threshold: float = 0.9, num_perm: int = 128, **others: Any) -> None:
        refuse(others)
        if not 0 <= threshold <= 1:
            raise InvalidArgumentError(f"threshold={threshold}: give a number from 0 to 1")
        self.threshold = threshold
        self.num_perm = num_perm
        self._first: MinHash | None = None  # empty, with the seed of the index
        self._sets: dict[Hashable, tuple[int, _whorl.Sketch]] = {}
        self._inserted = 0
        # The keys of a hash: the key itself, or a _Keys of several. A set over the threshold shares
        # at least ⌈threshold · n⌉ of the n hashes of a set here, so n − ⌈threshold · n⌉ + 1 of
        # these are enough for the index: those that it has the fewest keys of.
        self._index: dict[int, Any] = {}

    @property
    def keys(self) -> KeysView[Hashable]:
        """The keys, in the order of insertion."""
        return self._sets.keys()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._sets

    def is_empty(self) -> bool:
        """Whether there is no key."""
        return not self._sets

    def insert(self, key: Hashable, minhash: MinHash, check_duplication: bool = True) -> None:
        """Adds a set. Later changes of `minhash` do not count.

        Raises ValueError if the key exists. Without `check_duplication` the new set replaces the
        earlier one. Raises ValueError for a MinHash with another num_perm or seed than the index.
        """
        self._check(minhash)
        if key in self._sets:
            if check_duplication:
                raise InvalidArgumentError(f"{key!r}: the index has a set of this key")
            self.remove(key)
        self._sets[key] = self._inserted, minhash._sketch()
        self._inserted += 1
        codes = minhash._settle()
        needed = math.ceil(self.threshold * len(codes) - 1e-9)
        codes.sort(key=self._count)
        for code in codes[: len(codes) - needed + 1]:
            present = self._index.setdefault(code, key)
            if isinstance(present, _Keys):
                present.add(key)
            elif present is not key:
                self._index[code] = _Keys((present, key))

    def remove(self, key: Hashable) -> None:
        """Removes a set. Raises ValueError if there is no such key."""
        if key not in self._sets:
            raise InvalidArgumentError(f"{key!r}: the index has no set of this key")
        for code in self._sets.pop(key)[1].hashes.to_pylist():
            present = self._index.get(code, _NONE)
            if isinstance(present, _Keys):
                present.discard(key)
            if not present if isinstance(present, _Keys) else present == key:
                del self._index[code]

    def query(self, minhash: MinHash) -> list[Hashable]:
        """The keys of all sets with `minhash.jaccard()` of at least the threshold, best first.

        Equally similar ones are in the order of insertion. Raises ValueError as `insert()` does.
        """
        self._check(minhash)
        asked = minhash._sketch()
        found: list[tuple[float, int, Hashable]] = []
        for key in self._sets if self.threshold == 0 else self._sharing(minhash):
            number, sketch = self._sets[key]
            similar = asked.resemblance(sketch).value
            if similar >= self.threshold:
                found.append((-similar, number, key))
        return [key for _, _, key in sorted(found)]

    def _sharing(self, minhash: MinHash) -> set[Hashable]:
        """The keys that the index has for some of these hashes."""
        found: set[Hashable] = set()
        for code in self._index.keys() & minhash._codes:
            keys = self._index[code]
            if isinstance(keys, _Keys):
                found |= keys
            else:
                found.add(keys)
        return found

    def _count(self, code: int) -> int:
        keys = self._index.get(code, _NONE)
        return len(keys) if isinstance(keys, _Keys) else keys is not _NONE

    def insertion_session(self, buffer_size: int = 50_000) -> InsertionSession:
        """A context manager with `insert()`. Sets are in the index at once."""
        return InsertionSession(self)

    def _check(self, minhash: MinHash) -> None:
        if self._first is None:
            seed = minhash.seed if isinstance(minhash, MinHash) else 1
            self._first = MinHash(self.num_perm, seed)
        self._first._check(minhash)


class _Keys(set[Hashable]):
    """The keys of one hash. A set is not hashable, so it is no key."""


_NONE = object()  # in place of a key


class InsertionSession:
    """Inserts into a MinHashLSH, within a `with` block."""

    def __init__(self, lsh: MinHashLSH) -> None:
        self.lsh = lsh

    def insert(self, key: Hashable, minhash: MinHash, check_duplication: bool = True) -> None:
        """As `MinHashLSH.insert()`."""
        self.lsh.insert(key, minhash, check_duplication)

    def close(self) -> None:
        """Does nothing: each set is in the index already."""

    def __enter__(self) -> InsertionSession:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
