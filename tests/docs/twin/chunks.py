"""Chunks: where they end, their digests, and which of them culling keeps."""

import hashlib
import re

from .symbols import C_TOKEN, from_words, named, token_class
from .xxh3 import xxh3_64

Chunk = tuple[int, int]  # first token, and the one after the last


def written(tokens: list[int]) -> bytes:
    return b"".join(token.to_bytes(4, "little") for token in tokens)


def breakpoint(tokens: list[int], seed: int, c: int) -> list[Chunk]:
    ends = [i + 1 for i, token in enumerate(tokens) if xxh3_64(written([token]), seed) % c == 0]
    if tokens and ends[-1:] != [len(tokens)]:
        ends.append(len(tokens))
    return list(zip([0, *ends], ends))


def paragraph(text: str) -> tuple[list[int], list[Chunk]]:
    """The tokens of a text, in the small part of C that this program knows, and its paragraphs."""
    tokens, chunks = [], []
    block = []
    for line in [*text.split("\n"), ""]:
        if line.strip(" \t\v\f"):
            block += [named(token_class(token)) for token in C_TOKEN.findall(line)]
        elif block:
            chunks.append((len(tokens), len(tokens) + len(block)))
            tokens += block
            block = []
    return tokens, chunks


def prose_paragraph(text: str, deleted_first: bool) -> tuple[list[int], list[Chunk]]:
    """The words of a text, and its paragraphs."""
    tokens, chunks = [], []
    for block in re.split(r"\n(?:[ \t\v\f]*\n)+", text):
        words = from_words(block, deleted_first).symbols
        if words:
            chunks.append((len(tokens), len(tokens) + len(words)))
            tokens += words
    return tokens, chunks


def xxh3_digest(tokens: list[int], seed: int) -> str:
    return f"{xxh3_64(written(tokens), seed):016x}"


def md5_digest(tokens: list[int], seed: int) -> str:
    return hashlib.md5(written(tokens)).hexdigest()[:10]


def twice_the_median(lengths: list[int]) -> int:
    ordered = sorted(lengths)
    return ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]


def variance(lengths: list[int], digests: list[str]) -> list[int]:
    """b is a whole number of tenths. Both sides of the comparison are squared and multiplied by 400
    n^2, so that all numbers are whole."""
    n = len(lengths)
    if n == 0:
        return []
    middle = twice_the_median(lengths)
    spread = n * sum(length**2 for length in lengths) - sum(lengths)**2  # n^2 s^2
    tenths = 0
    kept: list[int] = []
    while len(kept)**2 < n:
        tenths += 1
        kept = [i for i, length in enumerate(lengths)
                if 100 * (n * (2 * length - middle))**2 <= 4 * tenths**2 * spread]
    return kept


def sqrt(lengths: list[int], digests: list[str]) -> list[int]:
    if not lengths:
        return []
    middle = twice_the_median(lengths)
    order = sorted(range(len(lengths)),
                   key=lambda i: (abs(2 * lengths[i] - middle), digests[i], i))
    count = next(root for root in range(len(lengths) + 1) if root**2 >= len(lengths))
    return sorted(order[:count])


def none(lengths: list[int], digests: list[str]) -> list[int]:
    return list(range(len(lengths)))


CULLINGS = {"variance": variance, "sqrt": sqrt, "none": none}
