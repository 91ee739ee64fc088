#!/usr/bin/env python3
"""The operator of a crawler: web archives, near-duplicates among pages, and where a page went.

usage: crawler.py WHORL
"""

import gzip
import json
import random
import sys

from terminal import Terminal


def archive(pages: dict[str, str], date: str) -> bytes:
    records = b""
    for url, text in pages.items():
        page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>{url}</title><p>{text}</p>".encode()
        records += (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}T00:00:00Z\r\n"
                    f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(page)}\r\n\r\n").encode()
        records += page + b"\r\n\r\n"
    return gzip.compress(records)


def main() -> None:
    at = Terminal(sys.argv[1])
    dice = random.Random(9)
    pages = {f"http://a.org/{i}": " ".join(f"{dice.randrange(1 << 20):x}" for _ in range(150)) for i in range(60)}
    pages["http://mirror.org/7"] = pages["http://a.org/7"] + " served by a mirror"
    (at.folder / "may.warc.gz").write_bytes(archive(pages, "2026-05-01"))
    moved = {url.replace("a.org", "b.org"): text for url, text in pages.items() if url.startswith("http://a.org")}
    (at.folder / "june.warc.gz").write_bytes(archive(moved, "2026-06-01"))

    at.says("whorl cluster may.warc.gz -o store", "61 documents", "1 cluster of 2 documents")
    at.says("whorl query store --url http://mirror.org/7", "http://a.org/7")
    at.says("whorl query store --url http://nowhere.org/", "no document of the store has this id or URL", status=1)
    at.says("whorl cluster --into store june.warc.gz", "121 documents")
    cluster = json.loads(at.type("head -n 1 store/clusters.jsonl"))
    assert cluster["size"] >= 2, cluster
    at.write("results.txt", "http://a.org/3\nhttp://a.org/7\nhttp://mirror.org/7\n")
    at.says("whorl query store --group results.txt", "http://mirror.org/7")

    at.says("whorl sweep add watch --date 2026-05-01 may.warc.gz", "2026-05-01")
    at.says("whorl sweep add watch --date 2026-06-01 june.warc.gz", "2026-06-01")
    at.says("whorl sweep locate watch http://a.org/5", "http://b.org/5")
    at.says("whorl sweep drift watch", "lifetime")
    at.leave()


if __name__ == "__main__":
    main()
