"""K-grams and their two values."""

from .symbols import Text
from .xxh3 import xxh3_64

MASK = (1 << 32) - 1


def spread(h: int) -> int:
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def order_key(kgram: list[int], seed: int) -> int:
    """The value that minima compare: M (c_1 B^(k-1) + ... + c_k) + 2^31 modulo 2^32."""
    small = (seed ^ seed >> 32) & MASK
    base = spread(small + 0x9E3A7F10 & MASK) & ~7 | 5
    multiplier = spread(small + 0x7F4D816C & MASK) | 1
    polynomial = 0
    for symbol in kgram:
        polynomial = polynomial * base + symbol & MASK
    return multiplier * polynomial + 2**31 & MASK


def order_keys(text: Text, k: int, seed: int) -> list[int]:
    return [order_key(text.symbols[i:i + k], seed) for i in range(len(text.symbols) - k + 1)]


def fingerprint(text: Text, at: int, k: int, seed: int) -> int:
    """The value that is stored and compared."""
    return xxh3_64(text.written(at, at + k), seed)


def fingerprints(text: Text, k: int, seed: int) -> list[int]:
    return [fingerprint(text, i, k, seed) for i in range(len(text.symbols) - k + 1)]
