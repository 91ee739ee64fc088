"""Rows of bench/registry.py on the .c and .h files of a kernel: 50,000 in the archive, new ones against it."""

import json
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import subprocess
import threading
import time

from measuring import WHORL
from registry_rfc import whorl

ARCHIVED = 50_000
NEW = 200
ALL_HITS = ARCHIVED  # of a new file
RECIPE = "code:c/k=12/winnow:w=8"


def linked(files, root, folder):
    shutil.rmtree(folder, ignore_errors=True)
    for path in files:
        target = folder / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(path, target)
    return folder


def quantiles(seconds):
    seconds = sorted(seconds)
    at = lambda share: round(1000 * seconds[min(len(seconds) - 1, int(share * len(seconds)))], 1)
    return {"median_ms": at(0.5), "p99_ms": at(0.99), "most_ms": at(1)}


def timed_searches(registry, files):
    """Each in its own process, as a teacher would run it."""
    seconds, sizes = [], []
    for path in files:
        begin = time.monotonic()
        whorl("registry", "search", registry, path, "--json")
        seconds.append(time.monotonic() - begin)
        sizes.append(path.stat().st_size)
    return quantiles(seconds) | {"searches": len(seconds), "mean_bytes": round(sum(sizes) / len(sizes))}


def timed_watch(place, registry, files):
    inbox = place / "inbox"
    shutil.rmtree(inbox, ignore_errors=True)
    inbox.mkdir()
    process = subprocess.Popen([WHORL, "watch", inbox, "--registry", registry, "--json"], stdout=subprocess.PIPE, text=True)
    lines = queue.Queue()
    reader = threading.Thread(target=lambda: [lines.put(json.loads(line)) for line in process.stdout])
    reader.start()
    (inbox / "first.c").write_text("int main(void) { return 0; }\n" * 20, encoding="utf-8")
    lines.get(timeout=60)
    seconds = []
    for i, path in enumerate(files):
        draft = place / "draft"
        shutil.copy(path, draft)
        begin = time.monotonic()
        draft.rename(inbox / f"{i}{path.suffix}")
        answer = lines.get(timeout=60)
        assert answer["query"] == f"{i}{path.suffix}", answer["query"]
        seconds.append(time.monotonic() - begin)
    process.send_signal(signal.SIGINT)
    process.wait()
    reader.join()
    return quantiles(seconds) | {"documents": len(seconds)}


def hits_of(registry, new):
    """The names of the hits of each new file, by its name. Reads only the names, because there are very many hits."""
    command = [WHORL, "registry", "search", registry, new, "--top", str(ALL_HITS), "--json", "-q"]
    name_in = lambda key, line: re.findall(rf'"{key}":"([^"]*)"', line)
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True) as process:
        return {name_in("query", line)[0]: set(name_in("name", line)) for line in process.stdout}


def compared(place, archive, new, registry):
    """Pairs of a new file and an archived one that whorl compare finds, and how many of them are among the hits."""
    begin = time.monotonic()
    whorl("compare", new, "--archive", archive, "--by", "file", "--recipe", RECIPE, "--limit", 20_000, "--json",
          place / "report.json", "--force", "-q")
    seconds = time.monotonic() - begin
    report = json.loads((place / "report.json").read_text(encoding="utf-8"))
    hits = hits_of(registry, new)
    relative = lambda submission, root: submission["files"][0]["path"].removeprefix(f"{root.name}/")
    submissions = {submission["name"]: submission for submission in report["submissions"]}
    pairs = among = 0
    for pair in report["pairs"]:
        a, b = (submissions[pair[side]] for side in ("a", "b"))
        if a["archived"] == b["archived"]:
            continue
        fresh, old = (b, a) if a["archived"] else (a, b)
        pairs += 1
        among += relative(old, archive) in hits.get(relative(fresh, new), ())
    return {"pairs": pairs, "among_the_hits": among, "seconds": round(seconds, 1)}


def files(place, kernel):
    chance = random.Random(20261124)
    found = sorted(p for p in pathlib.Path(kernel).rglob("*.[ch]") if p.is_file() and not p.is_symlink())
    chance.shuffle(found)
    archive = linked(found[:ARCHIVED], kernel, place / "archive")
    new = [p for p in found[ARCHIVED:] if p.stat().st_size > 500][:NEW]
    registry = place / "kernel"
    shutil.rmtree(registry, ignore_errors=True)
    whorl("registry", "create", registry, "--recipe", RECIPE)
    begin = time.monotonic()
    added = json.loads(whorl("registry", "add", registry, archive, "--json"))
    figures = {"documents": added["added"], "seconds_to_add": round(time.monotonic() - begin, 1),
               "search": timed_searches(registry, new)}
    stats = json.loads(whorl("registry", "stats", registry, "--json"))
    figures |= {"bytes": stats["bytes"], "bytes_a_posting": stats["bytes_a_posting"]}
    figures["pairs"] = compared(place, archive, linked(new, kernel, place / "new"), registry)
    figures["watch"] = timed_watch(place, registry, new)
    return figures
