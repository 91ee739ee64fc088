#!/usr/bin/env python3
"""peer_tools.py TOOL IN.jsonl OUT.txt: removes near-duplicates as the documentation of TOOL does it, and writes the ids
that are removed. Documents resemble each other from 0.8 on, by shingles of five words and 128 hashes. bench/peers.py
runs it in an environment of its own, where the tools are. bench/python_run.py calls the same functions for texts in
memory."""

import itertools
import json
import os
import pathlib
import sys
import tempfile

THRESHOLD = 0.8
SHINGLE = 5
HASHES = 128
BANDS = 16
BATCH = 1000  # texts


def documents(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield str(record["id"]), record["text"]


def shingles(text):
    words = text.split()
    return [" ".join(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)]


def datasketch(documents, threshold=THRESHOLD):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=HASHES)
    for name, text in documents:
        sketch = MinHash(num_perm=HASHES)
        sketch.update_batch([shingle.encode() for shingle in set(shingles(text))])
        if index.query(sketch):
            yield name
        else:
            index.insert(name, sketch)


def rensa(documents, threshold=THRESHOLD):
    from rensa import RMinHash, RMinHashDeduplicator

    index = RMinHashDeduplicator(threshold=threshold, num_perm=HASHES, use_lsh=True, num_bands=BANDS)
    for name, text in documents:
        sketch = RMinHash(num_perm=HASHES, seed=42)
        sketch.update(shingles(text))
        if not index.add(name, sketch):
            yield name


def rensa_lsh(documents, threshold=THRESHOLD):
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=threshold, num_perm=HASHES, num_bands=BANDS)
    for number, (name, text) in enumerate(documents):
        sketch = RMinHash(num_perm=HASHES, seed=42)
        sketch.update(shingles(text))
        if index.query(sketch):
            yield name
        else:
            index.insert(number, sketch)


def gaoya(documents, threshold=THRESHOLD):
    from gaoya.minhash import MinHashStringIndex

    index = MinHashStringIndex(hash_size=32, jaccard_threshold=threshold, num_bands=42, band_size=3, num_hashes=126,
                               analyzer="word", lowercase=False, ngram_range=(SHINGLE, SHINGLE))
    for number, (name, text) in enumerate(documents):
        if index.query(text):
            yield name
        else:
            index.insert_document(number, text)


def fast_sketch_lsh(documents, threshold=THRESHOLD):  # bands alone decide
    import numpy
    from FastSketchLSH import LSH, FastSimilaritySketch

    sketch = FastSimilaritySketch(size=HASHES, seed=42)
    names, sketches = [], []
    read = iter(documents)
    while some := list(itertools.islice(read, BATCH)):
        names += [name for name, _ in some]
        sketches.append(sketch.batch([shingles(text) for _, text in some], num_threads=1))
    index = LSH(num_perm=HASHES, num_bands=BANDS, num_threads=1)
    repeats = index.insert_and_query_duplicates(numpy.concatenate(sketches))
    return itertools.compress(names, repeats)


def text_dedup(source, threshold=THRESHOLD):
    """The ids of the kept rows. `source`: options of text-dedup that name the texts."""
    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "TQDM_DISABLE": "1"}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HF_HOME"] = folder
        import datasets
        from text_dedup.minhash import main

        main([*source, "--column", "text", "--ngram", str(SHINGLE), "--num_perm", str(HASHES), "--threshold", str(threshold),
              "--num_proc", "1", "--cache_dir", f"{folder}/cache", "--output", f"{folder}/kept"], standalone_mode=False)
        return set(datasets.load_from_disk(f"{folder}/kept")["id"])


def text_dedup_of_file(path):
    kept = text_dedup(["--path", "json", "--data_files", path, "--split", "train"])
    return (name for name, _ in documents(path) if name not in kept)


def datatrove(read):
    """Works in four steps; each writes files for the next one. `read()`: the documents, as a pipeline step."""
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import (MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter,
                                          MinhashDedupSignature)
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.writers import JsonlWriter
    from datatrove.utils.text import TextNormConfig
    from datatrove.utils.word_tokenizers import WordTokenizer

    class Blanks(WordTokenizer):
        def word_tokenize(self, text):
            return text.split()

        def sent_tokenize(self, text):
            return [text]

        def span_tokenize(self, text):
            return [(0, len(text))]

    as_found = TextNormConfig(lowercase=False, norm_whitespace=False, remove_punctuation=False,
                              norm_unicode_diacritics=False, norm_numbers=False)
    config = MinhashConfig(n_grams=SHINGLE, num_buckets=BANDS, hashes_per_bucket=HASHES // BANDS, norm_config=as_found)
    with tempfile.TemporaryDirectory() as folder:
        sketches, pairs, repeats, removed = (f"{folder}/{step}" for step in ("sketches", "pairs", "repeats", "removed"))
        steps = (
            (1, [read(), MinhashDedupSignature(sketches, config, Blanks())]),
            (BANDS, [MinhashDedupBuckets(sketches, pairs, config=config)]),
            (1, [MinhashDedupCluster(pairs, repeats, config)]),
            (1, [read(), MinhashDedupFilter(repeats, JsonlWriter(removed, compression=None))]),
        )
        for number, (tasks, pipeline) in enumerate(steps):
            LocalPipelineExecutor(pipeline, tasks=tasks, workers=1, logging_dir=f"{folder}/log{number}").run()
        for part in pathlib.Path(removed).glob("*"):
            yield from (name for name, _ in documents(part))


def datatrove_of_file(path):
    from datatrove.pipeline.readers import JsonlReader

    source = pathlib.Path(path)
    return datatrove(lambda: JsonlReader(str(source.parent), glob_pattern=source.name))


OF_DOCUMENTS = {"datasketch": datasketch, "rensa": rensa, "rensa-lsh": rensa_lsh, "gaoya": gaoya,
                "FastSketchLSH": fast_sketch_lsh}
OF_FILES = {"text-dedup": text_dedup_of_file, "datatrove": datatrove_of_file}

if __name__ == "__main__":
    sys.path.pop(0)  # bench/tokenizers.py has the name of a package that datatrove imports
    tool, source, target = sys.argv[1:]
    with open(target, "w", encoding="utf-8") as removed:
        for name in OF_FILES[tool](source) if tool in OF_FILES else OF_DOCUMENTS[tool](documents(source)):
            removed.write(f"{name}\n")
