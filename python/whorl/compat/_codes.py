"""Hashes of elements as numbers of 32 bits."""

from __future__ import annotations

# An element has a hash of 63 bits, which is kept as a floating-point number of 32 bits: the number
# of its bits, and the 26 bits after the first 1. That keeps the order of hashes. Small hashes are
# kept exactly enough for sets of any size: two of 128 kept elements are equal by chance with a
# probability of about 128² / 2²⁶.
_BITS = 26
_ONE = 1 << _BITS
END = 1 << 63  # of the hashes


def code_of(hash: int) -> int:
    """The number of 32 bits for a hash below END."""
    bits = hash.bit_length()
    return bits << _BITS | (hash << _BITS + 1 >> bits) & (_ONE - 1)


def first_hash(code: int) -> int:
    """The smallest hash that has this code or a greater one."""
    return -(-((code % _ONE | _ONE) << (code >> _BITS)) >> _BITS + 1)
