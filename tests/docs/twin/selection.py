"""Which k-grams each selector chooses: positions, ascending. Each takes the text, k, the seed and
its arguments by name."""

import collections
import math

from .kgrams import fingerprints, order_key, order_keys
from .symbols import Text


def windows(n: int, w: int) -> list[range]:
    """The windows over n k-grams; fewer than w of them are one."""
    if n <= 0:
        return []
    w = min(w, n)
    return [range(i, i + w) for i in range(n - w + 1)]


def rightmost_least(window: range, keys: list) -> int:
    return min(window, key=lambda i: (keys[i], -i))


def winnow(text: Text, k: int, seed: int, w: int) -> list[int]:
    keys = order_keys(text, k, seed)
    return sorted({rightmost_least(window, keys) for window in windows(len(keys), w)})


def robust(text: Text, k: int, seed: int, w: int) -> list[int]:
    keys = order_keys(text, k, seed)
    chosen: list[int] = []
    for window in windows(len(keys), w):
        local = rightmost_least(window, keys)
        stays = bool(chosen) and chosen[-1] in window and (
            text.symbols[local:local + k] == text.symbols[chosen[-1]:chosen[-1] + k])
        if not stays and local not in chosen:
            chosen.append(local)
    return chosen


def priority(kgram: list[int], s: int, seed: int) -> int:
    """0: a least s-gram is in the middle; 1: at an end; 2: elsewhere."""
    keys = [order_key(kgram[i:i + s], seed) for i in range(len(kgram) - s + 1)]
    least = min(keys)
    if keys[(len(kgram) - s) // 2] == least:
        return 0
    return 1 if least in (keys[0], keys[-1]) else 2


def oc(text: Text, k: int, seed: int, w: int, s: int | None = None) -> list[int]:
    s = s or (1 if k < 8 else 4)
    keys = [(priority(text.symbols[i:i + k], s, seed), key >> 2)
            for i, key in enumerate(order_keys(text, k, seed))]
    return sorted({rightmost_least(window, keys) for window in windows(len(keys), w)})


def modmin(text: Text, k: int, seed: int, w: int, r: int | None = None) -> list[int]:
    r = r or (1 if k < 8 else 4)
    kgrams = len(text.symbols) - k + 1
    if k < w + r or kgrams < w:
        return winnow(text, k, seed, w)
    t = r + (k - r) % w
    keys = order_keys(text, t, seed)
    chosen = set()
    for window in windows(kgrams, w):
        grams = range(window.start, window.start + w + k - t)
        offset = rightmost_least(grams, keys) - window.start
        chosen.add(window.start + offset % w)
    return sorted(chosen)


def modp(text: Text, k: int, seed: int, p: int) -> list[int]:
    return [i for i, hash in enumerate(fingerprints(text, k, seed)) if hash % p == 0]


def safemodp(text: Text, k: int, seed: int, w: int, p: int | None = None) -> list[int]:
    p = p or (1 if w < 3 else round(w / math.log(w)))
    good = [hash % p == 0 for hash in fingerprints(text, k, seed)]
    bad = [i >= w - 1 and not any(good[i - w + 1:i + 1]) for i in range(len(good))]
    return [i for i in range(len(good)) if good[i] or bad[i]]


def min_s(text: Text, k: int, seed: int, s: int) -> list[int]:
    first: dict[int, int] = {}
    for i, hash in enumerate(fingerprints(text, k, seed)):
        first.setdefault(hash, i)
    return sorted(first[hash] for hash in sorted(first)[:s])


def rare(text: Text, k: int, seed: int, s: int) -> list[int]:
    hashes = fingerprints(text, k, seed)
    keys = order_keys(text, k, seed)
    prefixes = [tuple(text.symbols[i:i + min(k, 5)]) for i in range(len(hashes))]
    counts = collections.Counter(prefixes)
    first: dict[tuple[int, int, int], int] = {}
    for i, hash in enumerate(hashes):
        first.setdefault((counts[prefixes[i]], keys[i], hash), i)
    return sorted(first[rank] for rank in sorted(first)[:s])


def every(text: Text, k: int, seed: int, i: int) -> list[int]:
    return list(range(0, len(text.symbols) - k + 1, i))


SELECTORS = {"winnow": winnow, "robust": robust, "oc": oc, "modmin": modmin, "modp": modp,
             "safemodp": safemodp, "min": min_s, "rare": rare, "every": every}
