"""What compare says of a pair of submissions."""

import collections
import dataclasses
import functools
import math

from .chance import Counts, passage_bits
from .tiles import (IDENTIFIER, File, Stretch, Tile, identity, passages, spelled, spelled_otherwise, stretch_at,
                    stretches, tiles)


@dataclasses.dataclass
class Run:
    """All submissions of a run, by name, the base code, and --max-share as a number."""

    submissions: dict[str, list[File]]
    base: list[File]
    max_share: int | None = None

    def __post_init__(self):
        base = {kgram for file in self.base for kgram in file.kgrams}
        self.counted = {name: stretches(files, base) for name, files in self.submissions.items()}
        self.matched = self.counted  # what matches may lie in
        self.holders = holders(self.matched)
        if self.max_share is not None:
            self.matched = {name: [part for stretch in side for part in self.rare_parts(stretch)]
                            for name, side in self.counted.items()}
            self.holders = holders(self.matched)

    @functools.cached_property
    def counts(self) -> dict[str, Counts]:
        return {}

    def class_counts(self, front_end: str) -> Counts:
        if front_end not in self.counts:
            self.counts[front_end] = Counts(self.matched, front_end)
        return self.counts[front_end]

    def is_common(self, kgram: tuple) -> bool:
        return len(self.holders[kgram]) > self.max_share

    def rare_parts(self, stretch: Stretch) -> list[Stretch]:
        """The parts of a stretch without the text that too many have."""
        file, parts, begin = stretch.file, [], stretch.begin
        for row in common_rows(stretch, self.is_common):
            end = row[-1] + file.k
            if end - row[0] >= max(file.k, file.t - 2 * (file.w - 1)):
                parts.append(dataclasses.replace(stretch, begin=begin, end=max(begin, row[0])))
                begin = max(begin, end)
        parts.append(dataclasses.replace(stretch, begin=begin))
        return [part for part in parts if part.end > part.begin]


def holders(sides: dict[str, list[Stretch]]) -> dict[tuple, set[str]]:
    """Which submissions have a selected k-gram."""
    found: dict[tuple, set[str]] = {}
    for name, side in sides.items():
        for stretch in side:
            for kgram in stretch.selected.values():
                found.setdefault(kgram, set()).add(name)
    return found


def common_rows(stretch: Stretch, is_common) -> list[list[int]]:
    """Positions of common k-grams that are selected one after the other, at most w apart."""
    rows: list[list[int]] = []
    adjoins = False
    for at, kgram in stretch.selected.items():
        if not is_common(kgram):
            adjoins = False
            continue
        if adjoins and at - rows[-1][-1] <= stretch.file.w:
            rows[-1].append(at)
        else:
            rows.append([at])
        adjoins = True
    return rows


def weight(side: list[Stretch]) -> int:
    return sum((stretch.end - stretch.begin) * stretch.file.weight for stretch in side)


def shared_by(run: Run, name: str, begin: int, end: int) -> int:
    """Submissions that have the rarest shared k-gram selected in [begin, end) of a submission."""
    counts = [len(run.holders[kgram]) for stretch in run.matched[name]
              for at, kgram in stretch.selected.items() if begin <= stretch.offset + at < end]
    return min((count for count in counts if count > 1), default=2)


def evidence(run: Run, name: str, tile: Tile) -> float:
    sharers = shared_by(run, name, tile.a, tile.a + tile.length)
    return tile.length * math.log2(1 + len(run.submissions) / sharers)


def literals_of(side: list[Stretch]) -> collections.Counter:
    return collections.Counter(
        stretch.file.text.spellings[at] for stretch in side if stretch.file.front_end.startswith("code")
        for at in range(stretch.begin, stretch.end) if stretch.file.text.literal[at])


def names_of(side: list[Stretch]) -> set[str]:
    return {stretch.file.text.spellings[at] for stretch in side if stretch.file.front_end.startswith("code")
            for at in range(stretch.begin, stretch.end) if stretch.file.text.symbols[at] == IDENTIFIER}


def shared_names(run: Run, a_name: str, b_name: str) -> tuple[float, float, int]:
    """Bits of the names that both have and of all names of the side whose weigh less; how many both have."""
    names = {name: names_of(side) for name, side in run.counted.items()}
    having = collections.Counter(name for own in names.values() for name in own)

    def bits(some: set[str]) -> list[float]:
        weights = [math.log2(len(run.submissions) / (2 * having[name])) for name in sorted(some) if having[name] <= 16]
        return [weight for weight in weights if weight > 0]

    common = bits(names[a_name] & names[b_name])
    return sum(common), min(sum(bits(names[a_name])), sum(bits(names[b_name]))), len(common)


def worth_of_names(common: float, fewer: float, names: int, d: float, f: float) -> float:
    enough = min(1, max(0, (names - 3) / 5))
    return 0.9 * enough * max(0, 5 * common / max(12, fewer) - 4) * max(f, 1 - d)


def whole_tiles(a: list[Stretch], b: list[Stretch]) -> list[Tile]:
    """The tiles of submissions of one text: each stretch as a whole."""
    return [Tile(x.offset + x.begin, y.offset + y.begin, x.end - x.begin) for x, y in zip(a, b)]


def texts(files: list[File]) -> list:
    return [(file.front_end, file.text.symbols) for file in files]


def kind_of(passage: list[Tile], a: list[Stretch], b: list[Stretch]) -> str:
    if len(passage) > 1:
        return "edited"
    return "renamed" if any(spelled_otherwise(a, b, passage[0])) else "verbatim"


def measures(run: Run, a_name: str, b_name: str) -> dict | None:
    """As in report.json; None where the two are no pair."""
    whole = texts(run.submissions[a_name]) == texts(run.submissions[b_name])
    sides = run.counted if whole else run.matched
    a, b = sides[a_name], sides[b_name]
    laid = whole_tiles(a, b) if whole else tiles(a, b)
    n_a, n_b = weight(run.counted[a_name]), weight(run.counted[b_name])
    doublings = math.log2(max(n_a, n_b) / min(n_a, n_b))
    width = 2 - math.log2(1.5)
    d = doublings - 2 if doublings > 2 + width else max(0, doublings - math.log2(1.5)) ** 2 / (4 * width)
    common, fewer, names = shared_names(run, a_name, b_name)
    if not whole and not any(tile.length >= stretch_at(a, tile.a).file.t for tile in laid):
        if not laid or worth_of_names(common, fewer, names, d, 0) < 0.3:
            return None
    units = [stretch_at(a, tile.a).file.weight for tile in laid]
    m = sum(unit * tile.length for unit, tile in zip(units, laid))
    c, e, z = (sum(unit * spelled_otherwise(a, b, tile)[kind] for unit, tile in zip(units, laid)) for kind in range(3))
    x = sum(unit * spelled(a, tile) for unit, tile in zip(units, laid))
    y = (1 - (c + e) / x) * m / min(n_a, n_b) if x else 0
    d *= min(1, 4 * (1 - y))
    p = 1 + 2 * d * min(1, max(0, 4 - min(n_a, n_b) / 250))
    identical = whole and c == 0
    r = 0 if identical else sum(units) - max(units)
    x, y = literals_of(run.counted[a_name]), literals_of(run.counted[b_name])
    found = [[tile] for tile in laid] if whole else passages(laid, a, b)
    h = 0.01 + 0.49 * min(1, max(0, (225 - min(n_a, n_b)) / 50))
    f = (max(0, m - 2 * c - h * e - r - d * (sum(units) + z / 10)) / min(n_a, n_b)) ** p
    l = max((file.weight * sum(tile.length for tile in passage) for passage in found
             if (file := stretch_at(a, passage[0].a).file).is_prose), default=0)
    return {
        "score": max(f + (1 - f) * worth_of_names(common, fewer, names, d, f), l / (2 * (350 + l))),
        "similarity": 2 * m / (n_a + n_b),
        "containment_a": m / n_a,
        "containment_b": m / n_b,
        "longest": max(sum(tile.length for tile in passage) for passage in found),
        "evidence": sum(evidence(run, a_name, tile) for tile in laid),
        "literals": sum((x & y).values()) / (sum((x | y).values()) or 1),
        "names": common / max(12, fewer),
        "identical": identical,
        "passages": sorted(
            (sum(tile.length for tile in passage), kind_of(passage, a, b), identity(passage),
             shared_by(run, a_name, passage[0].a, passage[-1].a + passage[-1].length),
             passage_bits(run, a_name, b_name, passage) or 0)
            for passage in found),
    }
