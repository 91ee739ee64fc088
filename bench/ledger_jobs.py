"""The jobs of bench/ledger.py: one row each, with its input, its command and the public program to compare with."""

import functools
import itertools
import pathlib
import shutil
import sys
import typing

import cluster
import compare
import peers
from before_after import cost, cost_in, cost_of_cluster, cost_of_compare, cost_of_fingerprint, kernel_files
from measuring import ROOT, Failed, measured

OUT = ROOT / "build/bench"
SETS = OUT / "ledger/sets"
RENSA = next(peer for peer in peers.PEERS if peer.name == "rensa")
PART = 64 << 20  # bytes: more than the caches of a processor
COPIES = 10  # one copy ends too soon to be measured
COPY = f"""
import sys
source, target = b"x" * {PART}, memoryview(bytearray({PART}))
for _ in range(int(sys.argv[1])):
    target[:] = source
"""


class Sizes(typing.NamedTuple):
    name: str
    files: tuple[int, int]
    documents: int
    every: int  # every nth page is used
    package: str  # package of the pages; empty: all
    parts: int  # each of PART bytes


WHOLE = Sizes("whole", (1000, 5000), 200_000, 5, "", 16)
QUICK = Sizes("quick", (100, 500), 5_000, 100, "libboost1.74-doc", 1)


class Anchor(typing.NamedTuple):
    name: str
    cost: typing.Callable  # called with (input, scratch folder)


class Job(typing.NamedTuple):
    name: str
    title: str
    command: str  # as the page shows it
    source: str  # source of the input
    make: typing.Callable[[], pathlib.Path]  # makes the input
    cost: typing.Callable  # called with (program, input, scratch folder)
    anchor: Anchor | None = None


def pages():
    return cluster.unpack_pages(OUT / "cluster/pages")


def made(target, write):
    """Returns `target`, which `write` makes if it does not exist."""
    if not target.exists():
        SETS.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name("unfinished")
        write(unfinished)
        unfinished.rename(target)
    return target


def texts_of_pages(sizes):
    return made(SETS / f"{sizes.name}-texts.jsonl",
                lambda target: peers.write_texts(pages(), cluster.PACKAGES, target, sizes.every))


def documents(sizes):
    return made(SETS / f"{sizes.name}-documents.jsonl", lambda target: cluster.make_documents(sizes.documents, target))


def write_parts(folder, source, count):
    """Files of PART bytes that contain the HTML pages of `source` one after another."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    every = (path.read_bytes() for path in itertools.cycle(sorted(source.rglob("*.html"))))
    rest = b""
    for number in range(count):
        while len(rest) < PART:
            rest += b"".join(itertools.islice(every, 100))
        (folder / f"{number:02}.txt").write_bytes(rest[:PART])
        rest = rest[PART:]


def parts(sizes):
    return made(SETS / f"{sizes.name}-parts", lambda folder: write_parts(folder, pages() / sizes.package, sizes.parts))


def cost_of_dedup(program, texts, scratch):
    for path in scratch.glob("kept.*"):
        path.unlink()
    return cost([program, "dedup", texts, "-o", scratch / "kept.jsonl", "-r", str(peers.THRESHOLD),
                 "--shingle", str(peers.SHINGLE), "--quiet"])


def cost_of_load(program, texts, scratch, registry="registry"):
    shutil.rmtree(scratch / registry, ignore_errors=True)
    measured([program, "registry", "create", scratch / registry, "--quiet"])
    return cost([program, "registry", "add", scratch / registry, texts, "--quiet"])


def cost_of_search(program, texts, scratch):
    """Searches for every tenth document in a registry that the same program made."""
    registry, queries = "registry-" + str(program).replace("/", "-"), scratch / "queries.jsonl"
    if not (scratch / registry).exists():
        cost_of_load(program, texts, scratch, registry)
        with open(texts, encoding="utf-8") as lines:
            queries.write_text("".join(itertools.islice(lines, 0, None, 10)), encoding="utf-8")
    return cost([program, "registry", "search", scratch / registry, queries, "--json", "--quiet"])


def cost_of_sim(files, scratch):
    del scratch
    return cost_in(compare.run_sim(["-p"], sorted(path.name for path in files.iterdir()), files))


def cost_of_rensa(texts, scratch):
    python = peers.environment(OUT / "peers/tools", RENSA)
    return cost_in(measured([python, ROOT / "bench/peer_tools.py", RENSA.name, texts, scratch / "removed.txt"]))


def cost_of_copy(folder, scratch):
    del scratch
    return cost_in(measured([sys.executable, "-c", COPY, str(COPIES * len(list(folder.iterdir())))]))


def version_of_rensa():
    try:
        return f"rensa {peers.version_of(peers.environment(OUT / 'peers/tools', RENSA), RENSA.package)}"
    except Failed as failure:
        return str(failure)


def jobs(sizes):
    sim, rensa = Anchor("`sim_c -p`", cost_of_sim), Anchor("rensa", cost_of_rensa)
    memcpy = Anchor(f"memcpy, {COPIES} times", cost_of_copy)
    dedup = f"dedup -r {peers.THRESHOLD} --shingle {peers.SHINGLE}"
    debian = "15 Debian documentation packages" if not sizes.package else f"Debian's {sizes.package}"
    synthetic = "synthetic, 1 KB each; every tenth is a near copy"
    compared = [Job(f"compare-{count}", f"compare, {count:,} C files", "compare --by file",
                    f"a sample of linux-source-6.1, with {compare.COPIES} disguised copies",
                    functools.partial(kernel_files, OUT, count), cost_of_compare, sim) for count in sizes.files]
    return [
        *compared,
        Job("dedup-pages", "dedup, texts of pages", dedup,
            f"words of every {sizes.every}th page of 15 Debian documentation packages",
            lambda: texts_of_pages(sizes), cost_of_dedup, rensa),
        Job("dedup-documents", f"dedup, {sizes.documents:,} documents", dedup, synthetic,
            lambda: documents(sizes), cost_of_dedup, rensa),
        Job("cluster", "cluster, HTML", "cluster --shingle 10 --memory 1G", f"the pages of {debian}",
            lambda: pages() / sizes.package, cost_of_cluster),
        Job("registry-load", "registry, load", "registry add", f"the {sizes.documents:,} documents of dedup",
            lambda: documents(sizes), cost_of_load),
        Job("registry-search", "registry, search", "registry search --json",
            "the same; every tenth is searched", lambda: documents(sizes), cost_of_search),
        Job("fingerprint", f"fingerprint, {sizes.parts * PART >> 20:,} MiB", "fingerprint",
            f"the pages of {debian} as text, in files of 64 MiB", lambda: parts(sizes), cost_of_fingerprint, memcpy),
    ]
