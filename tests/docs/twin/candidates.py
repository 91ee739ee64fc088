"""The keys of super-shingles and bands: documents that share a key are candidates."""

from .xxh3 import xxh3_64

MASK = (1 << 64) - 1


def written(hashes: list[int]) -> bytes:
    return b"".join(h.to_bytes(8, "little") for h in hashes)


def super_shingles(hashes: set[int], run: int) -> set[int]:
    """A hash of each `run` consecutive hashes; of all of them if there are fewer."""
    ordered = sorted(hashes)
    if len(ordered) < run:
        return {xxh3_64(written(ordered))} if ordered else set()
    return {xxh3_64(written(ordered[i:i + run])) for i in range(len(ordered) - run + 1)}


def permuted(x: int, which: int) -> int:
    """Permutation number `which` of the 64-bit numbers."""
    x = x + (which + 1) * 0x9E3779B97F4A7C15 & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def band_keys(hashes: set[int], bands: int, rows: int) -> set[int]:
    """For each band a hash of its `rows` min-hashes."""
    keys = set()
    for band in range(bands if hashes else 0):
        minima = [min(permuted(h, band * rows + row) for h in hashes) for row in range(rows)]
        keys.add(xxh3_64(written(minima), band + 1))
    return keys
