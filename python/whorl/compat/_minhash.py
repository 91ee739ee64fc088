"""MinHash of `whorl.compat.datasketch`."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b
from typing import Any

from .. import _whorl
from .._errors import InvalidArgumentError
from ._codes import END, code_of, first_hash
from ._refusals import refuse


class MinHash:
    """A sketch of a set, from which resemblances (Jaccard similarities) are estimated.

    num_perm: the number of kept hashes, from 1 to 1,048,576. A pickle has 4 bytes for each.
    seed: sketches with different seeds use different hashes, and do not compare.
    hashfunc: gives an int from 0 to 2⁶⁴ − 1 for an element. None: elements are `bytes`.

    A set of at most `num_perm` elements is kept whole, so measures of such sets are exact. Raises
    UnsupportedError for the other arguments of datasketch's MinHash.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes, as that of datasketch

    def __init__(
        self,
        num_perm: int = 128,
        seed: int = 1,
        gpu_mode: str = "disable",
        hashfunc: Callable[[Any], int] | None = None,
        **others: Any,
    ) -> None:
        refuse({**others, **({} if gpu_mode == "disable" else {"gpu_mode": gpu_mode})})
        if not 1 <= num_perm <= 1 << 20:
            raise InvalidArgumentError(f"num_perm={num_perm}: give a number from 1 to 1,048,576")
        self.num_perm, self.seed, self.hashfunc = num_perm, seed, hashfunc
        self._hash = partial(blake2b, digest_size=8, salt=seed.to_bytes(16, "little", signed=True))
        self.clear()

    def clear(self) -> None:
        """Removes all elements."""
        self._codes: set[int] = set()
        self._end = END  # hashes from here on are not kept
        self._more = False  # whether the set has elements that are not kept
        self._made: _whorl.Sketch | None = None

    def update(self, b: Any) -> None:
        """Adds an element: `bytes`, or what `hashfunc` takes. Others raise TypeError."""
        self.update_batch((b,))

    def update_batch(self, b: Iterable[Any]) -> None:
        """Adds elements. O(1) each."""
        self._made = None
        codes, end, hashfunc, hasher = self._codes, self._end, self.hashfunc, self._hash
        for value in b:
            element = value if hashfunc is None else hashfunc(value).to_bytes(8, "little")
            hash = int.from_bytes(hasher(element).digest(), "little") >> 1
            if hash >= end:
                self._more = True
                continue
            codes.add(code_of(hash))
            if len(codes) > 2 * self.num_perm:
                self._settle()
                codes, end = self._codes, self._end

    def _settle(self) -> list[int]:
        """Drops all but the `num_perm` smallest codes, and returns these in order."""
        kept = sorted(self._codes)
        if len(kept) > self.num_perm:
            self._more = True
            del kept[self.num_perm :]
            self._codes = set(kept)
        if len(kept) == self.num_perm:
            self._end = first_hash(kept[-1] + 1)
        return kept

    def _sketch(self) -> _whorl.Sketch:
        if self._made is None:
            kept = self._settle()
            elements = max(len(kept) + 1, round(self.count())) if self._more else len(kept)
            self._made = _whorl.sketch_of_hashes(kept, self.num_perm, elements, not self._more)
        return self._made

    def jaccard(self, other: MinHash) -> float:
        """The estimated resemblance of the two sets, from 0 to 1; 0 if both are empty.

        It is exact if both sets are kept whole. The standard error of a resemblance r is at most
        √(r (1 − r) / num_perm). Raises ValueError for other seeds or another num_perm.
        """
        self._check(other)
        return self._sketch().resemblance(other._sketch()).value

    def count(self) -> float:
        """The number of distinct elements: exact if all are kept, else an estimate."""
        kept = self._settle()
        if not self._more:
            return float(len(kept))
        return max(1, self.num_perm - 1) * (END / self._end)

    def merge(self, other: MinHash) -> None:
        """Makes this the sketch of the union. Raises ValueError as `jaccard()` does."""
        self._check(other)
        self._codes = self._codes | other._codes
        self._more |= other._more
        self._made = None
        self._settle()

    @classmethod
    def union(cls, *mhs: MinHash) -> MinHash:
        """The sketch of the union of two or more sets."""
        if len(mhs) < 2:
            raise InvalidArgumentError("union() needs at least 2 MinHash")
        made = mhs[0].copy()
        for other in mhs[1:]:
            made.merge(other)
        return made

    def is_empty(self) -> bool:
        """Whether the set has no element."""
        return not self._codes

    def copy(self) -> MinHash:
        """A sketch of the same set, which changes independently."""
        made = MinHash(self.num_perm, self.seed, hashfunc=self.hashfunc)
        made._codes, made._end, made._more = set(self._codes), self._end, self._more
        return made

    __copy__ = copy

    def digest(self) -> Any:
        """The kept hashes, ascending: a numpy array of at most `num_perm` uint64 below 2³²."""
        return self._sketch().hashes.to_numpy()

    def __len__(self) -> int:
        """`num_perm`."""
        return self.num_perm

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MinHash)
            and (self.num_perm, self.seed) == (other.num_perm, other.seed)
            and self._sketch() == other._sketch()
        )

    def __reduce__(self) -> tuple[Callable[..., MinHash], tuple[Any, ...]]:
        kept = self._settle()
        codes = struct.pack(f"<{len(kept)}I", *kept)
        return _restored, (self.num_perm, self.seed, self.hashfunc, self._more, codes)

    def _check(self, other: object) -> None:
        if not isinstance(other, MinHash):
            raise InvalidArgumentError(
                f"a {type(other).__module__}.{type(other).__qualname__} does not compare with a "
                "MinHash of whorl: build both from the sets by whorl.compat.datasketch"
            )
        if (self.num_perm, self.seed) != (other.num_perm, other.seed):
            raise InvalidArgumentError(
                f"num_perm={other.num_perm}, seed={other.seed} does not compare with "
                f"num_perm={self.num_perm}, seed={self.seed}"
            )


def _restored(
    num_perm: int, seed: int, hashfunc: Callable[[Any], int] | None, more: bool, codes: bytes
) -> MinHash:
    made = MinHash(num_perm, seed, hashfunc=hashfunc)
    made._codes, made._more = set(struct.unpack(f"<{len(codes) // 4}I", codes)), more
    made._settle()
    return made
