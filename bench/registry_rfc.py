"""Rows of bench/registry.py on RFC 1 to 2700: what the schemes of the papers find, and what they do not."""

import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import time

from measuring import WHORL

PROBED = 10  # texts of 100 KB and more
SEEDS = range(1, 25)

# Table 1 of Finkel 2002: signature extraction, a in b and b in a.
PAPER_SE = {("rfc1596.txt", "rfc1604.txt"): (0.91, 0.92), ("rfc2264.txt", "rfc2274.txt"): (0.96, 0.95),
            ("rfc1138.txt", "rfc1148.txt"): (0.93, 0.92), ("rfc1065.txt", "rfc1155.txt"): (0.71, 0.68),
            ("rfc1048.txt", "rfc1084.txt"): (0.73, 0.67), ("rfc2059.txt", "rfc2139.txt"): (0.77, 0.83),
            ("rfc1084.txt", "rfc1395.txt"): (0.58, 0.64), ("rfc1497.txt", "rfc1084.txt"): (0.38, 0.42),
            ("rfc1600.txt", "rfc1410.txt"): (0.52, 0.48), ("rfc2497.txt", "rfc2394.txt"): (0.33, 0.27),
            ("rfc2422.txt", "rfc2276.txt"): (0.23, 0.06), ("rfc2392.txt", "rfc2541.txt"): (0.27, 0.17)}


def whorl(*words, accepted=(0, 2)):
    run = subprocess.run([WHORL, *map(str, words)], capture_output=True, text=True, check=False)
    if run.returncode not in accepted:
        sys.exit(f"whorl {' '.join(map(str, words))} ended with {run.returncode}: {run.stderr}")
    return run.stdout


def registered(folder, scheme, files, *flags):
    """A registry of the files, its statistics and the time to add them."""
    shutil.rmtree(folder, ignore_errors=True)
    whorl("registry", "create", folder, "--scheme", scheme, *flags)
    begin = time.monotonic()
    added = json.loads(whorl("registry", "add", folder, files, "--json", *flags))
    seconds = time.monotonic() - begin
    stats = json.loads(whorl("registry", "stats", folder, "--json", *flags))
    return {"documents": added["added"], "seconds_to_add": round(seconds, 2), "bytes": stats["bytes"],
            "bytes_a_document": round(stats["bytes_a_document"], 1)}


def answers(registry, paths, *flags):
    lines = whorl("registry", "search", registry, paths, "--json", *flags).splitlines()
    return {answer["query"]: answer for answer in map(json.loads, lines)}


def pairs_of(folder):
    """The pairs of the set: later and earlier document, label, share of the earlier one's shingles of five words."""
    number = lambda name: int(re.search(r"\d+", name).group())
    out = []
    for line in (folder / "pairs.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        a, b, label, _, a_in_b, b_in_a, *_ = line.split("\t")
        later, earlier, held = (a, b, b_in_a) if number(a) > number(b) else (b, a, a_in_b)
        out.append((later, earlier, label, float(held)))
    return out


def recall(found, pairs):
    """How many pairs are found by searching the later document, by the share of the earlier one that it contains."""
    bins = [("half and more", 0.5, 2), ("a fifth to a half", 0.2, 0.5), ("a twentieth to a fifth", 0.05, 0.2), ("less", -1, 0.05)]
    rows = []
    for name, least, end in bins:
        of = [(later, earlier) for later, earlier, _, held in pairs if least <= held < end and later in found]
        hit = sum(earlier in {h["name"] for h in found[later]["hits"]} for later, earlier in of)
        rows.append({"of the earlier one": name, "pairs": len(of), "found": hit})
    return rows


def koala(place, rfc):
    files = rfc / "files"
    figures = registered(place / "koala", "koala", files)
    begin = time.monotonic()
    found = answers(place / "koala", files, "--top", 50)
    figures["seconds_to_search_all"] = round(time.monotonic() - begin, 2)
    long = {name: a for name, a in found.items() if a["fingerprints"] >= 100}
    first = [name for name, a in long.items() if a["hits"] and
             (a["hits"][0]["name"] == name or a["hits"][0]["contains"]["value"] == 1)]
    figures |= {"searched": len(found), "of_100_substrings": len(long), "itself_or_an_equal_first": len(first),
                "not_itself_first": sorted(set(long) - set(first))[:10]}
    pairs = pairs_of(rfc)
    figures["recall"] = recall(found, pairs)
    key = place / "key"
    key.write_text("ab" * 32, encoding="ascii")
    key.chmod(0o600)
    registered(place / "keyed", "koala", files, "--key", key)
    keyed = answers(place / "keyed", files, "--top", 50, "--key", key)
    figures["recall_of_the_keyed_draw"] = recall(keyed, pairs)
    return figures


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for i in order[begin:end]:
            out[i] = (begin + end - 1) / 2
        begin = end
    return out


def spearman(a, b):
    return statistics.correlation(ranks(a), ranks(b))


def shares(folder, recipe, scheme, column):
    test = json.loads(whorl("registry", "pairs", folder, "--scheme", scheme, "--recipe", recipe, "--top", 1000,
                            "--exact", 1000 if column == "overlap" else 0, "--json"))
    names = ("overlap_a", "overlap_b") if column == "overlap" else ("a_in_b", "b_in_a")
    return {(p["a"], p["b"]): (p[names[0]], p[names[1]]) for p in test["pairs"]}


def both_ways(found):
    """In the order of Table 1, a in b and b in a; 0 where nothing is shared."""
    out = []
    for a, b in PAPER_SE:
        if (a, b) in found:
            out += found[a, b]
        elif (b, a) in found:
            out += reversed(found[b, a])
        else:
            out += (0.0, 0.0)
    return out


def se(place, rfc):
    table = place / "table1"
    shutil.rmtree(table, ignore_errors=True)
    table.mkdir()
    for name in {name for pair in PAPER_SE for name in pair}:
        shutil.copy(rfc / "files" / name, table)
    exact = both_ways(shares(table, "text/k=45/robust:w=16", "passages", "overlap"))
    runs = [both_ways(shares(table, f"words:se/breakpoint:c=10/variance/seed={seed}", "se", "shares")) for seed in SEEDS]
    mean = [statistics.mean(of) for of in zip(*runs)]
    alone = [spearman(run, exact) for run in runs]
    paper = [value for pair in PAPER_SE.values() for value in pair]
    figures = registered(place / "se", "se", rfc / "files")
    begin = time.monotonic()
    test = json.loads(whorl("registry", "pairs", rfc / "files", "--exact", 0, "--top", 1, "--json"))
    return {"seeds": len(runs), "spearman_of_the_mean": spearman(mean, exact), "spearman_of_one_seed": [min(alone), max(alone)],
            "spearman_of_the_paper": spearman(paper, exact),
            "rows": [{"a": a, "b": b, "exact": exact[2 * i:2 * i + 2], "mean": mean[2 * i:2 * i + 2],
                      "paper": list(pair)} for i, ((a, b), pair) in enumerate(PAPER_SE.items())],
            "registered": figures, "pairs_that_share": test["sharing"],
            "seconds_to_test_all_pairs": round(time.monotonic() - begin, 2)}


def flooding(place, rfc):
    """A thousand copies of one document among all RFCs."""
    folder, copies = place / "koala", place / "copies.jsonl"
    text = (rfc / "files/rfc1157.txt").read_text(encoding="utf-8", errors="replace")
    with copies.open("w", encoding="utf-8") as out:
        for i in range(1000):
            out.write(json.dumps({"id": f"copy {i}", "text": text}) + "\n")
    whorl("registry", "add", folder, copies, "--owner", "flood")
    answer = answers(folder, rfc / "files/rfc1157.txt", "--top", 2000)["rfc1157.txt"]
    own = [hit for hit in answer["hits"] if hit["name"] == "rfc1157.txt"]
    whorl("registry", "remove", folder, "--owner", "flood")
    return {"copies": 1000, "hits": answer["found"], "itself_is_a_hit": bool(own), "passed_over": answer["common"],
            "shared": own[0]["shared"] if own else 0}


def probing(place, rfc):
    folder = place / "probing"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    long = sorted(p for p in (rfc / "files").iterdir() if p.stat().st_size >= 100_000)
    chosen = random.Random(20261124).sample(long, PROBED)
    run = subprocess.run([WHORL.parent / "bench_probing", folder, *chosen], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def noise(place, rfc, documents):
    folder = place / "noise"
    shutil.rmtree(folder, ignore_errors=True)
    files = sorted((rfc / "files").iterdir())[::10]
    run = subprocess.run([WHORL.parent / "bench_noise", folder, str(documents), *files], check=True,
                         capture_output=True, text=True)
    shutil.rmtree(folder)
    return json.loads(run.stdout)
