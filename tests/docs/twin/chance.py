"""How surprising it is that two submissions share a passage."""

import collections
import functools
import math

from .tiles import Stretch, Tile, stretch_at

CONTEXTS = [0, 1, 2, 3, 4, 6, 8, 12, 16]
COPY = 64  # symbols in a row that make a copy of a passage
STEP = 16  # between those that are looked at
PLACES = 16  # of a copy's window, for each of those that may have it
MOST = 250


class Counts:
    """N-grams of one class, by submission."""

    def __init__(self, sides: dict[str, list[Stretch]], front_end: str):
        self.texts = {name: [tuple(s.file.text.symbols[s.begin:s.end]) for s in side if s.file.front_end == front_end]
                      for name, side in sides.items()}
        self.alphabet = len({symbol for texts in self.texts.values() for text in texts for symbol in text})

    def symbols(self, name: str) -> int:
        return sum(map(len, self.texts[name]))

    @functools.cache
    def ngrams(self, name: str, length: int) -> collections.Counter:
        return collections.Counter(text[i:i + length] for text in self.texts[name]
                                   for i in range(len(text) - length + 1))

    @functools.cache
    def holders(self, ngram: tuple) -> set[str]:
        return {name for name in self.texts if ngram in self.ngrams(name, len(ngram))}

    @functools.cache
    def copies(self, window: tuple, most: int) -> set[str]:
        """The submissions that have the window too; none if it is idiom, or if one of them repeats
        it."""
        found = self.holders(window)
        places = sum(self.ngrams(name, len(window))[window] for name in found)
        return found if len(found) <= most and places <= most * PLACES else set()

    @functools.cache
    def count(self, ngram: tuple, others: tuple[str, ...]) -> int:
        if not ngram:
            return sum(map(self.symbols, others))
        return sum(self.ngrams(name, len(ngram))[ngram] for name in others)

    def bits(self, piece: tuple, others: tuple[str, ...]) -> float:
        bits = 0.0
        for i, symbol in enumerate(piece):
            p, most = 1 / self.alphabet, 0.0
            for context in CONTEXTS[:sum(context <= i for context in CONTEXTS)]:
                before = piece[i - context:i]
                if self.count(before, others) == 0:
                    break
                p = (self.count((*before, symbol), others) + 2 * p) / (self.count(before, others) + 2)
                most = p if context <= 1 else max(most, p)
            bits -= math.log2(most)
        return bits


def pieces(tile: Tile, side: list[Stretch]) -> list[tuple]:
    """The symbols of a tile, part by part where it spans several stretches that count."""
    parts = [(s, max(tile.a - s.offset, s.begin), min(tile.a + tile.length - s.offset, s.end)) for s in side]
    return [tuple(s.file.text.symbols[begin:end]) for s, begin, end in parts if begin < end]


def gap_bits(before: Tile, tile: Tile) -> float:
    gap = tile.a - before.a - before.length + tile.b - before.b - before.length
    return 1 + math.log2((gap + 1) ** 2 * (gap + 2))


def passage_bits(run, a_name: str, b_name: str, passage: list[Tile]) -> float | None:
    """As in report.json; None if it is not estimated."""
    side = run.matched[a_name]
    front_end = stretch_at(run.counted[a_name], passage[0].a).file.front_end
    counts = run.class_counts(front_end)
    parts = [pieces(tile, side) for tile in passage]
    if not any(parts):
        return None
    windows = [piece[i:i + COPY] for part in parts for piece in part for i in range(0, len(piece) - COPY + 1, STEP)]
    most = len(run.submissions) // 5 + 2
    left_out = {a_name, b_name}.union(*(counts.copies(window, most) for window in windows))
    others = tuple(name for name in run.submissions if name not in left_out and counts.symbols(name) > 0)
    if len(others) < 10 or sum(map(counts.symbols, others)) < 2000:
        return None
    row = most = 0.0
    for i, part in enumerate(parts):
        row = max(0.0, row - (gap_bits(passage[i - 1], passage[i]) if i else 0))
        row += sum(counts.bits(piece, others) for piece in part)
        most = max(most, row)
    bits = most - 1 - math.log2(counts.symbols(a_name)) - math.log2(counts.symbols(b_name))
    return math.floor(10 * min(max(0.0, bits), MOST)) / 10
