"""Runs of bench/python.py, each in a process of its own; what they measure goes to standard output as JSON.

    python_run.py dedup TOOL FRAME THRESHOLD REMOVED
    python_run.py sketches FOLDER ROUNDS

FRAME is an Arrow file with the columns id and text. The rows of removed documents go to REMOVED.
"""

import json
import os
import pathlib
import re
import resource
import statistics
import sys
import tempfile

os.environ["RAYON_NUM_THREADS"] = "1"

import peer_tools  # noqa: E402

sys.path.pop(0)  # bench/tokenizers.py has the name of a package that datatrove imports

import pyarrow  # noqa: E402

SHINGLE = peer_tools.SHINGLE
HASHES = peer_tools.HASHES
WORD = re.compile(r"[^\W_]+")


def processor_seconds():
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def memory(name):
    """VmRSS, or VmHWM: the largest VmRSS since the last reset."""
    return 1024 * int(re.search(rf"{name}:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())[1])


def texts_of(frame):
    """Makes Python objects of only a few rows at a time."""
    for batch in frame.to_batches(max_chunksize=peer_tools.BATCH):
        yield from zip(batch["id"].to_pylist(), batch["text"].to_pylist())


def whorl_dedup(sketch):
    import whorl

    def run(frame, threshold):
        found = whorl.dedup(frame, id="id", resemblance=threshold, shingle=SHINGLE, sketch=sketch, threads=1, progress=False)
        return found.removed["id"].to_pylist()

    return run


def of_texts(tool):
    """A tool that takes the texts one after another."""
    __import__({"rensa-lsh": "rensa"}.get(tool, tool))  # its import is not measured
    return lambda frame, threshold: list(peer_tools.OF_DOCUMENTS[tool](texts_of(frame), threshold))


def datatrove():
    from datatrove.data import Document
    from datatrove.pipeline.dedup import MinhashDedupSignature  # noqa: F401

    def run(frame, _):
        def read(_data, _rank, _world_size):
            return (Document(text=text, id=name) for name, text in texts_of(frame))

        return list(peer_tools.datatrove(lambda: read))

    return run


def text_dedup():
    """It reads a data set from a folder, which is written before the time starts."""
    import datasets
    import text_dedup.minhash  # noqa: F401

    folder = tempfile.mkdtemp(dir=os.environ["WHORL_BENCH_TEMPORARY"])

    def prepare(frame):
        datasets.Dataset(frame).save_to_disk(folder)

    def run(frame, threshold):
        kept = peer_tools.text_dedup(["--local", "--path", folder], threshold)
        return [name for name in frame["id"].to_pylist() if name not in kept]

    run.prepare = prepare
    return run


TOOLS = {
    "whorl mod:25": lambda: whorl_dedup("mod:25"),
    "whorl all": lambda: whorl_dedup("all"),
    "rensa": lambda: of_texts("rensa"),
    "FastSketchLSH": lambda: of_texts("FastSketchLSH"),
    "datasketch": lambda: of_texts("datasketch"),
    "datatrove": datatrove,
    "text-dedup": text_dedup,
}


def dedup(tool, frame, threshold, removed):
    run = TOOLS[tool]()
    frame = pyarrow.ipc.open_file(pyarrow.OSFile(frame)).read_all()
    if hasattr(run, "prepare"):
        run.prepare(frame)
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    before, began = memory("VmRSS"), processor_seconds()
    names = run(frame, float(threshold))
    seconds = processor_seconds() - began
    peak = max(memory("VmHWM"), 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    figures = {"processor_seconds": seconds, "beyond_frame_bytes": peak - before}
    pathlib.Path(removed).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    return figures


def shingles(words):
    if len(words) < SHINGLE:
        return [" ".join(words)]  # FastSketchLSH refuses empty lists
    return [" ".join(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)]


def words_of(text):
    """The same words that whorl reads."""
    return shingles(WORD.findall(text.lower()))


def cut_at_blanks(text):
    return shingles(text.lower().split())


def sketchers(texts):
    """Ways from texts to sketches: (name, whether from shingles in memory) → a function."""
    import datasketch
    import FastSketchLSH
    import rensa
    import whorl

    column = pyarrow.array(texts, pyarrow.large_string())
    fast = FastSketchLSH.FastSimilaritySketch(size=HASHES, seed=42)
    made = [words_of(text) for text in texts]

    def by_whorl(sketch):
        return lambda: whorl.sketch(column, shingle=SHINGLE, sketch=sketch, threads=1)

    def by_rensa(rows, method="digest_matrix_from_token_sets"):
        return lambda: getattr(rensa.RMinHash, method)(rows(), HASHES, 42)

    def by_fast(rows):
        return lambda: [fast.batch([row], num_threads=1) for row in rows()]

    def by_datasketch():
        for row in map(words_of, texts[::10]):
            datasketch.MinHash(num_perm=HASHES).update_batch([shingle.encode() for shingle in set(row)])

    in_words, at_blanks = (lambda: map(words_of, texts)), (lambda: map(cut_at_blanks, texts))
    return {
        "whorl mod:25": by_whorl("mod:25"),
        "whorl min:128": by_whorl("min:128"),
        "rensa": by_rensa(in_words),
        "FastSketchLSH": by_fast(in_words),
        "datasketch": by_datasketch,
        "rensa, cut at blanks": by_rensa(at_blanks),
        "FastSketchLSH, cut at blanks": by_fast(at_blanks),
        "rensa, shingles in memory": by_rensa(lambda: made),
        "rensa rho, shingles in memory": by_rensa(lambda: made, "digest_matrix_from_token_sets_rho"),
        "FastSketchLSH, shingles in memory": by_fast(lambda: made),
    }


def sketches(folder, rounds):
    """Median megabytes of text per second of processor time."""
    files = sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    size = {name: sum(len(text.encode()) for text in some) for name, some in (("all", texts), ("tenth", texts[::10]))}
    ways = sketchers(texts)
    taken = {name: [] for name in ways}
    for _ in range(int(rounds)):
        for name, way in ways.items():
            times = 5 if name.startswith("whorl") else 1
            began = processor_seconds()
            for _ in range(times):
                way()
            taken[name].append((processor_seconds() - began) / times)
    return {name: size["tenth" if name == "datasketch" else "all"] / 1e6 / statistics.median(seconds)
            for name, seconds in taken.items()}


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    json.dump({"dedup": dedup, "sketches": sketches}[command](*arguments), sys.stdout)
