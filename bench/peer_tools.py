#!/usr/bin/env python3
"""peer_tools.py TOOL IN.jsonl OUT.txt: removes near-duplicates as the documentation of TOOL does it, and writes the ids
that are removed. Documents resemble each other from 0.8 on, by shingles of five words and 128 hashes. bench/peers.py
runs it in an environment of its own, where the tools are."""

import json
import sys

THRESHOLD = 0.8
SHINGLE = 5
HASHES = 128


def documents(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["id"], record["text"]


def shingles(text):
    words = text.split()
    return [" ".join(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)]


def datasketch(path):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=THRESHOLD, num_perm=HASHES)
    for name, text in documents(path):
        sketch = MinHash(num_perm=HASHES)
        sketch.update_batch([shingle.encode() for shingle in set(shingles(text))])
        if index.query(sketch):
            yield name
        else:
            index.insert(name, sketch)


def rensa(path):
    from rensa import RMinHash, RMinHashDeduplicator

    index = RMinHashDeduplicator(threshold=THRESHOLD, num_perm=HASHES, use_lsh=True, num_bands=16)
    for name, text in documents(path):
        sketch = RMinHash(num_perm=HASHES, seed=42)
        sketch.update(shingles(text))
        if not index.add(name, sketch):
            yield name


def rensa_lsh(path):
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=THRESHOLD, num_perm=HASHES, num_bands=16)
    for number, (name, text) in enumerate(documents(path)):
        sketch = RMinHash(num_perm=HASHES, seed=42)
        sketch.update(shingles(text))
        if index.query(sketch):
            yield name
        else:
            index.insert(number, sketch)


def gaoya(path):
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(hash_size=32, jaccard_threshold=THRESHOLD, num_bands=42, band_size=3, num_hashes=126,
                               analyzer="word", lowercase=False, ngram_range=(SHINGLE, SHINGLE))
    for number, (name, text) in enumerate(documents(path)):
        if index.query(text):
            yield name
        else:
            index.insert_document(number, text)


if __name__ == "__main__":
    tool, source, target = sys.argv[1:]
    with open(target, "w", encoding="utf-8") as removed:
        for name in {"datasketch": datasketch, "rensa": rensa, "rensa-lsh": rensa_lsh, "gaoya": gaoya}[tool](source):
            removed.write(f"{name}\n")
