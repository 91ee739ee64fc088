"""Sketches of sets of shingles, and what is estimated from two of them."""

import dataclasses
import math

from .kgrams import fingerprint, fingerprints
from .symbols import PLANES, Text, is_unspaced, weight

DEVIATIONS_95 = 1.959964
NEARLY_SURE = 4
ENOUGH = 100  # shingles that a thinned sketch keeps at least, but for chance


WORD = 4  # what a word weighs
LETTERS = 10  # of a shingle


def shingles(text: Text, k: int) -> set[int]:
    return set(fingerprints(text, k, 0))


def word_weight(spelling: str) -> int:
    return weight(spelling) if is_unspaced(spelling[0]) else WORD


def weighted_shingles(words: Text, k: int) -> set[int]:
    weights = [word_weight(spelling) for spelling in words.spellings]
    found = set()
    for begin in range(len(weights)):
        ends = (end for end in range(begin + 1, len(weights) + 1) if sum(weights[begin:end]) >= WORD * k)
        if (end := next(ends, None)) is not None:
            found.add(fingerprint(words, begin, end - begin, 0))
    return found


def letter_shingles(words: Text, text: Text, below: int) -> set[int]:
    """`words` and `text` are the symbols of a document by these tokenizers."""
    size = sum(map(word_weight, words.spellings)) / WORD
    share = min(1, 2 - size / below)
    symbols = [s for s in text.symbols if not is_unspaced(chr(s % PLANES)) or s % PLANES < 0x2E80]
    if share <= 0 or not symbols or 2 * len(symbols) < len(text.symbols):
        return set()
    letters = Text(symbols, "text", [], [])
    found = fingerprints(letters, min(LETTERS, len(symbols)), 0)
    return {f for f in found if f >= 2**64 * (1 - share)}


@dataclasses.dataclass
class Measure:
    low: float
    value: float
    high: float
    exact: bool


@dataclasses.dataclass
class Sketch:
    hashes: set[int]
    modulus: int
    size: int  # distinct shingles of the document

    @property
    def whole(self) -> bool:
        return len(self.hashes) == self.size


def prime_factors(n: int) -> list[int]:
    for p in range(2, n + 1):
        if n % p == 0:
            return [p] + prime_factors(n // p)
    return []


def moduli(method: str) -> list[int]:
    """That a sketch may have; each divides the next."""
    if method == "vi":
        return [2**i for i in range(32)]
    chain = [1]
    if method.startswith("mod:"):
        for p in prime_factors(int(method[4:])):
            chain.append(chain[-1] * p)
    return chain


def multiples(hashes: set[int], modulus: int) -> set[int]:
    return {h for h in hashes if h % modulus == 0}


def sketch(whole: set[int], method: str) -> Sketch:
    if method.startswith("min:"):
        return Sketch(set(sorted(whole)[:int(method[4:])]), 1, len(whole))
    modulus = max(m for m in moduli(method) if m == 1 or len(whole) // m >= ENOUGH)
    return Sketch(multiples(whole, modulus), modulus, len(whole))


def sample(a: Sketch, b: Sketch, method: str) -> tuple[set[int], set[int]]:
    """What of A and of B is in a sample of their union that both sketches know all of."""
    if not method.startswith("min:"):
        modulus = max(a.modulus, b.modulus)
        return multiples(a.hashes, modulus), multiples(b.hashes, modulus)
    if a.whole and b.whole:
        return a.hashes, b.hashes
    # Beyond the greatest hash of a sketch that is not whole nothing is known of its document.
    known = min(max(s.hashes) for s in (a, b) if not s.whole)
    smallest = sorted(h for h in a.hashes | b.hashes if h <= known)[:int(method[4:])]
    return a.hashes & set(smallest), b.hashes & set(smallest)


def counted(hits: int, total: int) -> Measure:
    value = hits / total if total else 0
    return Measure(value, value, value, True)


def wilson(hits: int, n: int, population: float, deviations: float = DEVIATIONS_95) -> Measure:
    """For a share of which `hits` of `n` were seen, in a population of this size."""
    if n == 0:
        return Measure(0, 0, 1, False)
    if population <= n:
        return counted(hits, n)
    p = hits / n
    effective = n if math.isinf(population) else n * (population - 1) / (population - n)
    z2 = deviations**2 / effective
    centre = (p + z2 / 2) / (1 + z2)
    half = deviations / (1 + z2) * math.sqrt(p * (1 - p) / effective + z2 / (4 * effective))
    return Measure(max(0, min(p, centre - half)), p, min(1, max(p, centre + half)), False)


def estimates(a: Sketch, b: Sketch, method: str,
              deviations: float = DEVIATIONS_95) -> tuple[Measure, Measure, Measure]:
    """Resemblance, containment of A in B, and of B in A."""
    of_a, of_b = sample(a, b, method)
    x, either = len(of_a & of_b), len(of_a | of_b)
    if a.whole and b.whole:
        return counted(x, either), counted(x, len(of_a)), counted(x, len(of_b))
    r = x / either if either else 0
    in_union = (a.size + b.size) / (1 + r)
    return (wilson(x, either, in_union, deviations), wilson(x, len(of_a), a.size, deviations),
            wilson(x, len(of_b), b.size, deviations))


def least_shown(t: float, method: str) -> float:
    """What sketches must show for a pair to be counted on the full sets, at a threshold t."""
    if method == "all":
        return t
    n = int(method[4:]) if method.startswith("min:") else ENOUGH
    return max(t / 2, t - NEARLY_SURE * math.sqrt(t * (1 - t) / n))
