#!/usr/bin/env python3
"""A data engineer who cleans a corpus of JSON lines.

usage: data_engineer.py WHORL
"""

import csv
import json
import random
import sys

from terminal import Terminal


def corpus(at: Terminal) -> list[str]:
    dice = random.Random(5)
    lines = []
    texts: list[str] = []
    for number in range(600):
        text = " ".join(f"{dice.randrange(1 << 20):x}" for _ in range(120))
        if number % 3 == 2:
            text = texts[-1].replace(" ", "  ", 3) if number % 2 else texts[-1] + " an ending of its own"
        texts.append(text)
        lines.append(json.dumps({"doc_id": number % 599, "body": text, "quality": number % 10}))
    at.write("corpus.jsonl", "\n".join(lines) + "\n")
    at.write("benchmark.jsonl", json.dumps({"id": "question", "text": " ".join(texts[0].split()[:40])}) + "\n")
    return lines


def tables(at: Terminal, lines: list[str]) -> None:
    """The same corpus as a table gives the same documents, written as rows of the table."""
    with open(at.folder / "corpus.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.DictWriter(file, ["doc_id", "body", "quality"])
        rows.writeheader()
        rows.writerows(json.loads(line) for line in lines)
    at.says("whorl dedup corpus.csv -o rows.csv", "give --text COLUMN", status=1)
    at.says("whorl dedup corpus.csv --text txt -o rows.csv", "it has doc_id, body, quality", status=3)
    at.says("whorl dedup corpus.csv --text body -o rows.parquet", "-o clean/", status=1)
    at.says("whorl dedup https://example.org/corpus.csv -o rows.csv", "curl -LO", status=1)
    at.says("whorl dedup corpus.csv --text body --id doc_id --survivor field:quality -o rows.csv.gz", "rows.csv.gz")
    kept = [int(json.loads(line)["doc_id"]) for line in at.type("zcat kept.jsonl.gz").splitlines()]
    rows = csv.DictReader(at.type("zcat rows.csv.gz").splitlines())
    assert [int(row["doc_id"]) for row in rows] == kept


def main() -> None:
    at = Terminal(sys.argv[1])
    lines = corpus(at)
    at.says("whorl dedup corpus.jsonl -o kept.jsonl", "it has doc_id, body, quality", "--text", status=3)
    dedup = "whorl dedup corpus.jsonl --text body --id doc_id --survivor field:quality -o kept.jsonl.gz"
    at.says(dedup, "kept.jsonl.gz", "is the id of several documents; they count as different documents")
    kept = at.type("zcat kept.jsonl.gz").splitlines()
    assert set(kept) <= set(lines) and 390 <= len(kept) <= 410, len(kept)
    at.says(f"{dedup} --quiet; echo done", "done")
    removed = [json.loads(line) for line in at.type("zcat kept.removed.jsonl.gz").splitlines()]
    assert len(removed) + len(kept) == len(lines)
    assert all(entry["survivor"] and "resemblance" in entry for entry in removed)

    cluster = "whorl cluster corpus.jsonl --text body --id doc_id"
    at.says(f"{cluster} -o store", "600 documents")
    before = at.read("store/stats.json")
    at.says(f"{cluster} -o store", "Already done; the inputs have not changed")
    assert at.read("store/stats.json") == before
    at.says("whorl recluster store --resemblance 0.9 --link survivor", "clusters of")
    at.says("whorl recluster store -c 0.9", "clusters of")
    at.says("whorl recluster store -r 0.1", "--keep-from", status=1)
    at.says("whorl query store --url 1 --json", '"1"')
    at.says("whorl cluster benchmark.jsonl -o tests --sketch all", "1 document")
    clean = "whorl dedup corpus.jsonl --text body --id doc_id --against tests -c 0.8 -o clean.jsonl"
    at.says(clean, "clean.jsonl")
    removed = at.type("cat clean.removed.jsonl")
    assert '"question"' in removed, removed
    at.says("whorl check store", "store")
    tables(at, lines)
    at.leave()


if __name__ == "__main__":
    main()
