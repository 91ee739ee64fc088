"""Parquet files at URLs, by fsspec: its file system in memory, and a server of this machine."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import whorl
from test_parquet import SHIP, error_of
from whorl._frames import open_data

TABLE = pa.table({"text": [SHIP, None, SHIP], "n": [1, 2, 3]})


@pytest.fixture
def memory() -> Iterator[Any]:
    system = fsspec.filesystem("memory")
    for name in ("/data/a.parquet", "/data/sub/b.parquet", "/data/_temporary/c.parquet"):
        with system.open(name, "wb") as file:
            pq.write_table(TABLE, file)
    yield system
    system.rm("/data", recursive=True)


def removed(data: Any, **options: Any) -> list[str]:
    result = whorl.dedup(data, survivor="first", **options)
    return result.removed["id"].to_pylist()


def test_files_folders_and_globs(memory: Any, tmp_path: Path) -> None:
    a, b = "memory://data/a.parquet", "memory://data/sub/b.parquet"
    assert removed(a) == [f"{a}:3"]
    assert removed("memory://data") == ["a.parquet:3", "sub/b.parquet:1", "sub/b.parquet:3"]
    assert removed("memory://data/s*/*.parquet") == ["memory:///data/sub/b.parquet:3"]
    assert removed([a, b]) == [f"{a}:3", f"{b}:1", f"{b}:3"]
    result = whorl.dedup("memory://data", output=tmp_path / "out", survivor="first")
    assert result.written == [
        str(tmp_path / "out" / name) for name in ("a.parquet", "sub/b.parquet")
    ]
    assert pq.read_table(result.written[0]).equals(TABLE.slice(0, 1))
    assert result.kept().read_all().equals(TABLE.slice(0, 1))


def test_a_url_beside_files(memory: Any, tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(TABLE, path)
    assert whorl.dedup(path, against="memory://data/a.parquet").keep.to_pylist() == [False] * 3


def test_what_is_not_parquet(memory: Any) -> None:
    with memory.open("/data/rows.jsonl", "wb") as file:
        file.write(b'{"text": "a"}\n')
    assert error_of(whorl.CorruptError, "memory://data/rows.jsonl") == (
        "memory://data/rows.jsonl: is not a Parquet file: it does not begin with PAR1"
    )
    assert error_of(whorl.NotFoundError, "memory://data/none.parquet") == (
        "memory://data/none.parquet: no such file"
    )
    assert error_of(whorl.NotFoundError, "memory://none/*.parquet") == (
        "memory://none/*.parquet: no file there ends in .parquet; whorl reads Parquet at URLs"
    )
    assert error_of(whorl.UnsupportedError, "nix://a.parquet").startswith(
        "nix://a.parquet: fsspec cannot read nix://: "
    )


def test_without_fsspec(monkeypatch: Any) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any) -> Any:
        if name == "fsspec":
            raise ImportError("No module named 'fsspec'")
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert error_of(whorl.NotInstalledError, "s3://bucket/a.parquet") == (
        "s3://bucket/a.parquet: URLs need fsspec: pip install fsspec, or download the file first"
    )


def test_lists_of_urls() -> None:
    texts = ["https://a.org/x.parquet", "https://a.org/"]
    assert open_data(texts, ("text",)).name == "list of texts"


class Server(SimpleHTTPRequestHandler):
    """Sends parts of files, unless `whole`."""

    whole = False

    def do_GET(self) -> None:
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if self.whole or not part:
            return super().do_GET()
        content = Path(self.translate_path(self.path)).read_bytes()
        begin, end = int(part[1]), min(int(part[2] or len(content)), len(content) - 1)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {begin}-{end}/{len(content)}")
        self.send_header("Content-Length", str(end + 1 - begin))
        self.end_headers()
        self.wfile.write(content[begin : end + 1])
        return None

    def end_headers(self) -> None:
        self.send_header("Accept-Ranges", "none" if self.whole else "bytes")
        super().end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    pytest.importorskip("aiohttp")
    handler = partial(Server, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}", tmp_path
        running.shutdown()


def test_a_server(server: tuple[str, Path], monkeypatch: Any) -> None:
    address, folder = server
    rows = pa.table({"text": [f"{n:0100} {SHIP}" for n in range(2_000)]})
    pq.write_table(rows, folder / "in.parquet", row_group_size=500)
    url = f"{address}/in.parquet"
    assert removed(url) == [f"{url}:{n}" for n in range(2, 2001)]
    assert removed([url]) == removed(url)
    assert error_of(whorl.NotFoundError, f"{address}/no.parquet") == (
        f"{address}/no.parquet: no such file"
    )
    monkeypatch.setattr(Server, "whole", True)
    url += "?whole"  # fsspec remembers what it learned of a URL
    assert error_of(whorl.UnsupportedError, url).startswith(
        f"{url}: the server sends whole files only"
    )
