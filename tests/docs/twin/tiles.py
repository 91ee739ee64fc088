"""Matches, tiles and passages of two submissions.

A submission is its files laid end to end. A stretch is what of a file is not base code; nothing
matches beyond its ends.
"""

import collections
import dataclasses
import functools

from .selection import winnow
from .symbols import Text, named

IDENTIFIER = named("\x01identifier")
GAP = 4  # between tiles of a passage, in k
LEAST_IDENTITY = 0.6
REPETITIVE = 64  # pairs of positions: more are not tiled as others are


@dataclasses.dataclass
class File:
    name: str
    front_end: str  # only files of one tokenizer are compared
    text: Text
    k: int
    t: int
    w: int

    @property
    def weight(self) -> int:
        """Of one symbol."""
        return 5 if self.text.kind == "tokens" else 1

    @property
    def is_prose(self) -> bool:
        return self.front_end in ("text", "words", "html", "consonants")

    @functools.cached_property
    def kgrams(self) -> list[tuple]:
        """Includes the tokenizer, so that k-grams of different tokenizers are never equal."""
        symbols = self.text.symbols
        return [(self.front_end, *symbols[i:i + self.k]) for i in range(len(symbols) - self.k + 1)]


@dataclasses.dataclass
class Stretch:
    file: File
    begin: int  # in the file
    end: int
    offset: int  # of the file in its submission

    def symbol(self, at: int) -> int:
        return self.file.text.symbols[at]

    @functools.cached_property
    def selected(self) -> dict[int, tuple]:
        """The k-grams that winnowing selects from this stretch alone, by position in the file."""
        symbols = self.file.text.symbols[self.begin:self.end]
        part = dataclasses.replace(self.file.text, symbols=symbols)
        return {self.begin + at: self.file.kgrams[self.begin + at]
                for at in winnow(part, self.file.k, 0, self.file.w)}


@dataclasses.dataclass(frozen=True)
class Tile:
    a: int  # positions in the submissions
    b: int
    length: int


def masked(file: File, base: set[tuple]) -> list[bool]:
    """Symbols that lie in a k-gram of the base code."""
    mask = [False] * len(file.text.symbols)
    for i, kgram in enumerate(file.kgrams):
        if kgram in base:
            mask[i:i + file.k] = [True] * file.k
    return mask


def stretches(files: list[File], base: set[tuple]) -> list[Stretch]:
    """What is not base code and has k symbols at least."""
    found, offset = [], 0
    for file in files:
        mask = masked(file, base) + [True]
        begin = 0
        for at, covered in enumerate(mask):
            if covered:
                if at - begin >= file.k or (not base and at > begin):
                    found.append(Stretch(file, begin, at, offset))
                begin = at + 1
        offset += len(file.text.symbols)
    return found


def extended(a: Stretch, a_at: int, b: Stretch, b_at: int) -> Tile:
    """The match through two equal symbols that cannot be extended."""
    before = 0
    while (a_at - before > a.begin and b_at - before > b.begin
           and a.symbol(a_at - before - 1) == b.symbol(b_at - before - 1)):
        before += 1
    after = 0
    while (a_at + after < a.end and b_at + after < b.end
           and a.symbol(a_at + after) == b.symbol(b_at + after)):
        after += 1
    return Tile(a.offset + a_at - before, b.offset + b_at - before, before + after)


def most_pairs(a: list[Stretch], b: list[Stretch]) -> int:
    """Of positions of one k-gram."""
    one, other = (collections.Counter(kgram for stretch in side for kgram in stretch.selected.values())
                  for side in (a, b))
    return max((one[kgram] * other[kgram] for kgram in one), default=0)


def matches(a: list[Stretch], b: list[Stretch]) -> set[Tile]:
    """Through every pair of equal selected k-grams, none of which is repetitive."""
    assert most_pairs(a, b) <= REPETITIVE
    found = set()
    for one in a:
        for other in b:
            if one.file.front_end == other.file.front_end:
                for a_at, kgram in one.selected.items():
                    found |= {extended(one, a_at, other, b_at)
                              for b_at, same in other.selected.items() if same == kgram}
    return found


def free_parts(match: Tile, a_taken: set[int], b_taken: set[int], k: int) -> list[Tile]:
    """The parts of a match, of k symbols at least, that no tile covers on either side."""
    parts, begin = [], 0
    for i in range(match.length + 1):
        if i == match.length or match.a + i in a_taken or match.b + i in b_taken:
            if i - begin >= k:
                parts.append(Tile(match.a + begin, match.b + begin, i - begin))
            begin = i + 1
    return parts


def spelled(a: list[Stretch], tile: Tile) -> int:
    """Names and literals under a tile."""
    one = stretch_at(a, tile.a)
    if not one.file.front_end.startswith("code"):
        return 0
    positions = range(tile.a - one.offset, tile.a - one.offset + tile.length)
    return sum(one.file.text.literal[x] or one.file.text.symbols[x] == IDENTIFIER for x in positions)


def repeats_row(tokens: list) -> bool:
    """Whether the last row of some tokens equals the row before it."""
    return any(len(tokens) >= row + length and tokens[-length:] == tokens[-row - length:-row]
               for row in range(1, 17) for length in [max(row, 7)])


def spelled_otherwise(a: list[Stretch], b: list[Stretch], tile: Tile) -> tuple[int, int, int]:
    """Literals, and other tokens, with a different spelling at the same offset; and how many of
    these are in rows."""
    one, other = stretch_at(a, tile.a), stretch_at(b, tile.b)
    literals = names = in_rows = 0
    if one.file.front_end.startswith("code"):
        tokens = one.file.text.symbols[tile.a - one.offset:][:tile.length]
        for i in range(tile.length):
            x, y = tile.a - one.offset + i, tile.b - other.offset + i
            if one.file.text.spellings[x] != other.file.text.spellings[y]:
                literals += one.file.text.literal[x]
                names += not one.file.text.literal[x]
                in_rows += not one.file.text.literal[x] and repeats_row(tokens[:i + 1])
    return literals, names, in_rows


def price(a: list[Stretch], b: list[Stretch], match: Tile) -> int:
    """Of the spellings that differ, in hundredths of a symbol."""
    literals, names, _ = spelled_otherwise(a, b, match)
    return 200 * literals + names


def tiles(a: list[Stretch], b: list[Stretch]) -> list[Tile]:
    """Greedy string tiling: the longest first; of equal ones the cheapest, the first in a, then in b."""
    waiting, laid = matches(a, b), []
    a_taken: set[int] = set()
    b_taken: set[int] = set()
    while waiting:
        match = min(waiting, key=lambda m: (-m.length, price(a, b, m), m.a, m.b))
        waiting.remove(match)
        parts = free_parts(match, a_taken, b_taken, stretch_at(a, match.a).file.k)
        if parts != [match]:
            waiting.update(parts)
            continue
        laid.append(match)
        a_taken.update(range(match.a, match.a + match.length))
        b_taken.update(range(match.b, match.b + match.length))
    return sorted(laid, key=lambda tile: tile.a)


def stretch_at(side: list[Stretch], at: int) -> Stretch:
    return next(s for s in side if s.offset + s.begin <= at < s.offset + s.end)


def identity(passage: list[Tile]) -> float:
    longer = max(passage[-1].a + passage[-1].length - passage[0].a,
                 passage[-1].b + passage[-1].length - passage[0].b)
    return sum(tile.length for tile in passage) / longer


def gap(passage: list[Tile], tile: Tile, a: list[Stretch], b: list[Stretch]) -> int | None:
    """Symbols between a passage and a tile on both sides; None: the tile does not continue it."""
    last = passage[-1]
    gap_a, gap_b = tile.a - last.a - last.length, tile.b - last.b - last.length
    same_stretches = (stretch_at(a, last.a) is stretch_at(a, tile.a)
                      and stretch_at(b, last.b) is stretch_at(b, tile.b))
    joins = (same_stretches and gap_a >= 0 and gap_b >= 0
             and max(gap_a, gap_b) <= GAP * stretch_at(a, last.a).file.k
             and identity(passage + [tile]) >= LEAST_IDENTITY)
    return gap_a + gap_b if joins else None


def passages(laid: list[Tile], a: list[Stretch], b: list[Stretch]) -> list[list[Tile]]:
    """Tiles, in order of a, each put to the passage that ends closest before it."""
    found: list[list[Tile]] = []
    for tile in laid:
        near = [(gap(passage, tile, a, b), i) for i, passage in enumerate(found)]
        near = [(distance, i) for distance, i in near if distance is not None]
        if near:
            found[min(near)[1]].append(tile)
        else:
            found.append([tile])
    return found
