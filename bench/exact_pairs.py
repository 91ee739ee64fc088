"""All pairs of texts that resemble each other, counted exactly and without whorl.

The resemblance of two texts is the Jaccard coefficient of their sets of shingles. A pair can reach
the threshold t only if the two texts share one of the rarest n - ceil(t n) + 1 of their n shingles
(Chaudhuri, Ganti and Kaushik 2006). Every pair that does is counted on both whole sets.
"""

import math

import numpy as np

MOST_AT_ONCE = 20_000_000  # candidates
MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def shingle_sets(texts, shingle):
    """The distinct 64-bit hashes of the shingles of each text."""
    numbers = {}
    words_of = [np.fromiter((numbers.setdefault(word, len(numbers)) for word in text.split()), np.int64) for text in texts]
    names = np.random.default_rng(1).integers(0, 2**64, len(numbers), np.uint64)
    for words in words_of:
        count = max(0, len(words) - shingle + 1)
        hashes = np.zeros(count, np.uint64)
        for i in range(shingle):
            hashes = hashes * MULTIPLIER + names[words[i : i + count]]
        yield np.unique(hashes)


def rarest_first(sets):
    """The sets with numbers in place of hashes, ascending. Rare shingles have small numbers."""
    _, numbers, holders = np.unique(np.concatenate(sets), return_inverse=True, return_counts=True)
    rank = np.empty(len(holders), np.int32)
    rank[np.argsort(holders, kind="stable")] = np.arange(len(holders), dtype=np.int32)
    ends = np.cumsum([len(one) for one in sets])
    return [np.sort(part) for part in np.split(rank[numbers], ends[:-1])]


def candidates(sets, sizes, threshold):
    """Pairs (a, b) with a < b that share a shingle of their prefixes and whose sizes allow the threshold."""
    prefixes = [len(one) - math.ceil(threshold * len(one)) + 1 if len(one) else 0 for one in sets]
    shingles = np.concatenate([one[:prefix] for one, prefix in zip(sets, prefixes)])
    documents = np.repeat(np.arange(len(sets)), prefixes)
    documents = documents[np.argsort(shingles, kind="stable")]
    _, begins, counts = np.unique(np.sort(shingles), return_index=True, return_counts=True)
    found = []
    for count in np.unique(counts[counts > 1]):
        lists = begins[counts == count]
        first, second = np.triu_indices(count, 1)
        step = max(1, MOST_AT_ONCE // len(first))
        for i in range(0, len(lists), step):
            members = documents[lists[i : i + step, None] + np.arange(count)]
            a, b = members[:, first].ravel(), members[:, second].ravel()
            near = np.minimum(sizes[a], sizes[b]) >= threshold * np.maximum(sizes[a], sizes[b])
            found.append(np.unique(a[near] * len(sets) + b[near]))
    keys = np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)
    return np.divmod(keys, len(sets))


def exact_pairs(texts, shingle, threshold):
    """An array of pairs of rows (a, b) with a < b and at least the threshold as resemblance."""
    sets = rarest_first(list(shingle_sets(texts, shingle)))
    sizes = np.array([len(one) for one in sets])
    pairs = []
    for a, b in zip(*candidates(sets, sizes, threshold)):
        both = len(np.intersect1d(sets[a], sets[b], assume_unique=True))
        if both >= threshold * (sizes[a] + sizes[b] - both):
            pairs.append((a, b))
    return np.array(pairs, np.int64).reshape(-1, 2)
