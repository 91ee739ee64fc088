#!/usr/bin/env python3
"""suffix_array_peer.py IN.jsonl BYTES: how many bytes of the texts occur earlier in runs of at least BYTES.

It works like Lee et al. 2022 and text-dedup: a suffix array of all texts (libdivsufsort, by pydivsufsort of PyPI), the
common prefixes of neighbours in it, and all occurrences of a repeated run except the first. bench/corpus.py runs it in
an environment with pydivsufsort. Texts are separated by a byte that UTF-8 does not have.
"""

import json
import sys

import numpy
from pydivsufsort import divsufsort, kasai

APART = b"\xff"


def texts(path):
    with open(path, encoding="utf-8") as lines:
        return numpy.frombuffer(bytearray(APART.join(json.loads(line)["text"].encode() for line in lines)), numpy.uint8)


def repeated(text, least):
    """A mark for each byte in a run of `least` that occurs earlier."""
    order = divsufsort(text)
    common = kasai(text, order)  # of each with the next
    begins = numpy.flatnonzero(numpy.concatenate(([True], common[: len(order) - 1] < least)))  # of equal runs
    del common
    is_first = numpy.zeros(len(text), bool)
    is_first[numpy.minimum.reduceat(order, begins)] = True
    del order
    return covered(~is_first, least)


def covered(starts, least):
    """A mark for each byte in a run of `least` from one of the starts."""
    ends = numpy.zeros_like(starts)
    ends[least:] = starts[:-least]
    change = starts.astype(numpy.int8)
    change -= ends
    return numpy.cumsum(change, dtype=numpy.int32) > 0


if __name__ == "__main__":
    found = texts(sys.argv[1])
    print(json.dumps({"bytes": len(found), "repeated": int(repeated(found, int(sys.argv[2])).sum())}))
