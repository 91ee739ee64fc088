"""MinHash and MinHashLSH with the interface of the library datasketch, on bottom-s sketches.

    from whorl.compat.datasketch import MinHash, MinHashLSH

A MinHash here keeps the `num_perm` smallest hashes of the elements of a set (Broder 1997), and not
the minimum of each of `num_perm` permutations. The estimate has a smaller error at the same number
of bytes, and an update costs one hash. MinHashLSH misses no set over its threshold. What is not
here raises AttributeError. Hash values of datasketch cannot be converted: build the sketches again
from the sets.
"""

from ._lsh import MinHashLSH
from ._minhash import MinHash

__all__ = ["MinHash", "MinHashLSH"]
