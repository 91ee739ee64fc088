"""What compare says of a pair of submissions."""

import dataclasses
import math

from .tiles import File, Stretch, Tile, identity, passages, stretch_at, stretches, tiles


@dataclasses.dataclass
class Run:
    """All submissions of a run, by name, and the base code."""

    submissions: dict[str, list[File]]
    base: list[File]

    def __post_init__(self):
        base = {kgram for file in self.base for kgram in file.kgrams}
        self.sides = {name: stretches(files, base) for name, files in self.submissions.items()}
        self.holders: dict[tuple, set[str]] = {}
        for name, side in self.sides.items():
            for stretch in side:
                for kgram in stretch.selected.values():
                    self.holders.setdefault(kgram, set()).add(name)


def weight(side: list[Stretch]) -> int:
    return sum((stretch.end - stretch.begin) * stretch.file.weight for stretch in side)


def shared_by(run: Run, side: list[Stretch], begin: int, end: int) -> int:
    """Submissions that have the rarest shared k-gram selected in [begin, end) of a side."""
    stretch = stretch_at(side, begin)
    counts = [len(run.holders[kgram]) for at, kgram in stretch.selected.items()
              if begin <= stretch.offset + at < end]
    return min((count for count in counts if count > 1), default=2)


def spelled_otherwise(a: list[Stretch], b: list[Stretch], tile: Tile) -> tuple[int, int]:
    """Literals, and other tokens, that stand in the same place with another spelling."""
    one, other = stretch_at(a, tile.a), stretch_at(b, tile.b)
    literals = names = 0
    if one.file.front_end.startswith("code"):
        for i in range(tile.length):
            x, y = tile.a - one.offset + i, tile.b - other.offset + i
            if one.file.text.spellings[x] != other.file.text.spellings[y]:
                literals += one.file.text.literal[x]
                names += not one.file.text.literal[x]
    return literals, names


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
    a, b = run.sides[a_name], run.sides[b_name]
    whole = texts(run.submissions[a_name]) == texts(run.submissions[b_name])
    laid = whole_tiles(a, b) if whole else tiles(a, b)
    if not whole and not any(tile.length >= stretch_at(a, tile.a).file.t for tile in laid):
        return None
    units = [stretch_at(a, tile.a).file.weight for tile in laid]
    n_a, n_b = weight(a), weight(b)
    m = sum(unit * tile.length for unit, tile in zip(units, laid))
    c = sum(unit * spelled_otherwise(a, b, tile)[0] for unit, tile in zip(units, laid))
    r = sum(units) - max(units)
    identical = whole and c == 0
    found = [[tile] for tile in laid] if whole else passages(laid, a, b)
    return {
        "score": 1 if identical else max(0, m - c - r) / min(n_a, n_b),
        "similarity": 2 * m / (n_a + n_b),
        "containment_a": m / n_a,
        "containment_b": m / n_b,
        "longest": max(sum(tile.length for tile in passage) for passage in found),
        "evidence": sum(tile.length * math.log2(
            1 + len(run.sides) / shared_by(run, a, tile.a, tile.a + tile.length)) for tile in laid),
        "identical": identical,
        "passages": sorted(
            (sum(tile.length for tile in passage), kind_of(passage, a, b), identity(passage),
             shared_by(run, a, passage[0].a, passage[-1].a + passage[-1].length))
            for passage in found),
    }
