"""The helper of tables that the program starts: its frames, by the protocol, and hostile files."""

from __future__ import annotations

import datetime
import io
import json
import random
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import whorl
from tables_helper import read_here, run_read, run_write

TEXTS = ["ä", None, "", "b" * 101, "c"]
CELLS = ["ä".encode(), None, b"", "too long", b"c"]


def parquet(table: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(table), out, **options)
    return out.getvalue()


def texts(file: bytes, name: str = "text", **options: Any) -> list[Any]:
    answer = read_here(file, name, **options)
    assert answer.end == ("Z", len(answer.rows))
    return [row["t"] for row in answer.rows]


def refused(file: bytes, name: str = "text", **options: Any) -> str:
    answer = read_here(file, name, **options)
    assert answer.end[0] == "X" and "\n" not in answer.end[1]
    return str(answer.end[1])


def test_about() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "whorl._tables", "about"], capture_output=True, text=True
    )
    said = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1 and done.returncode == 0
    assert (said["version"], said["protocol"]) == (whorl.__version__, 1)
    assert said["pyarrow"] == pa.__version__
    assert str(Path(pa.__file__).parent) in said["read"] and sys.prefix in said["read"]
    assert all(Path(folder).is_dir() for folder in said["read"])


def test_read_and_write_by_processes(tmp_path: Path) -> None:
    path, output = tmp_path / "in.parquet", tmp_path / "out.parquet"
    table = pa.table({"text": TEXTS, "n": range(5), "url": list("uvwxy")})
    pq.write_table(table, path, row_group_size=2)
    answer = run_read(path, "--text", "text", "--id", "n", "--rank", "n", "--record-bytes", "100")
    assert answer.end == ("Z", 5)
    assert [row["t"] for row in answer.rows] == CELLS
    assert answer.rows[4] == {"t": b"c", "i": b"4", "r": b"4", "u": b"y"}
    answer = run_read(path, "--names", "--id", "n", "--record-bytes", "100")
    assert answer.end == ("Z", 5)
    assert [row["t"] for row in answer.rows] == [b""] * 5
    assert answer.rows[4] == {"t": b"", "i": b"4", "u": b"y"}
    status, said = run_write(path, output, b"\1\0\0\1\1")
    assert (status, said) == (0, "")
    assert pq.read_table(output).equals(table.take([0, 3, 4]))
    assert run_write(path, output, b"\0\1") == (0, "")
    assert pq.read_table(output).equals(table.take([1]))
    assert run_write(path, output, b"\1" * 6) == (1, "has fewer rows than were read\n")
    path.write_bytes(b"no Parquet")
    assert run_write(path, output, b"\1")[0] == 1


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "zstd", "lz4", "brotli"])
def test_codecs_and_pages(codec: str, version: str) -> None:
    for dictionary in (True, False):
        file = parquet(
            {"text": TEXTS * 3},
            compression=codec,
            data_page_version=version,
            use_dictionary=dictionary,
            row_group_size=4,
        )
        assert texts(file) == CELLS * 3


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.int32(), pa.large_string()),
    ],
    ids=str,
)
def test_layouts(kind: Any) -> None:
    column = pa.array(TEXTS, pa.string())
    if pa.types.is_dictionary(kind):
        column = column.dictionary_encode()
    column = column.cast(kind)
    for stored in (True, False):
        assert texts(parquet({"text": column}, store_schema=stored)) == CELLS


def test_bytes_are_not_checked_here() -> None:
    assert texts(parquet({"text": [b"\xff", b"a"]})) == [b"\xff", b"a"]


def test_column_of_nulls() -> None:
    assert texts(parquet({"text": pa.nulls(2)})) == [None, None]


def test_names_inside_of_structs() -> None:
    meta = [{"text": "a", "id": {"n": 1}}, None, {"text": None, "id": None}, {"text": "b"}]
    file = parquet({"meta": meta, "text": list("wxyz")})
    answer = read_here(file, "meta.text", id="meta.id.n")
    assert [(row["t"], row["i"]) for row in answer.rows] == [
        (b"a", b"1"),
        (None, None),
        (None, None),
        (b"b", None),
    ]
    assert refused(file, "meta.tex") == ('has no column "meta.tex"; its columns are "meta", "text"')
    both = parquet({"meta.text": ["x"], "meta": [{"text": "y"}]})
    assert texts(both, "meta.text") == [b"x"]  # the name as it is comes first


def test_other_columns_as_texts() -> None:
    moment = datetime.datetime(2026, 11, 29, 7, 30)
    table = {
        "text": ["a"],
        "n": [Decimal("1.50")],
        "q": [0.25],
        "date": [moment.date()],
        "url": pa.array(["u"]).dictionary_encode(),
    }
    assert read_here(parquet(table), id="n", rank="q").rows == [
        {"t": b"a", "i": b"1.50", "r": b"0.25", "u": b"u", "d": b"2026-11-29"}
    ]
    row = read_here(parquet({**table, "date": pa.array([moment], pa.timestamp("us"))})).rows[0]
    assert row["d"].startswith(b"2026-11-29 07:30:00")
    # A url or a date of another kind is no url and no date.
    assert read_here(parquet({"text": ["a"], "url": [[1]], "date": [{"y": 1}]})).rows == [
        {"t": b"a"}
    ]


def test_wrong_columns() -> None:
    assert refused(parquet({"url": ["u"], "body": ["b"]})) == (
        'has no column "text"; its columns are "url", "body"'
    )
    assert refused(parquet({"text": [1]})) == 'has int64 in the column "text"; whorl reads texts'
    assert refused(parquet({"text": ["a"], "n": [[1]]}), id="n") == (
        'has list<element: int64> in the column "n"; whorl reads texts or numbers'
    )
    twice = pa.table([pa.array(["a"]), pa.array(["b"])], names=["text", "text"])
    assert refused(parquet(twice)) == 'has 2 columns named "text"'
    many = parquet({f"c{number}": [1] for number in range(30)})
    assert refused(many).endswith('"c19" and 10 more')


def test_no_rows() -> None:
    table = pa.table({"text": pa.array([], pa.string())})
    assert texts(parquet(table)) == []
    none, empty = io.BytesIO(), io.BytesIO()
    pq.ParquetWriter(none, table.schema).close()
    assert texts(none.getvalue()) == []
    with pq.ParquetWriter(empty, table.schema) as writer:
        for part in (table, pa.table({"text": ["a"]}), table, pa.table({"text": ["b"]}), table):
            writer.write_table(part)
    assert texts(empty.getvalue()) == [b"a", b"b"]


def test_batches_have_4_mib() -> None:
    table = {"text": [str(n) * 1000 for n in range(10_000)], "id": range(10_000)}
    size = sum(map(len, table["text"]))  # type: ignore[arg-type]
    answer = read_here(parquet(table, row_group_size=9_000), id="id", most=1 << 20)
    assert answer.end == ("Z", 10_000)
    assert max(answer.batches) < 10_000 * (6 << 20) / size
    large = ["x" * (5 << 20), "a", "y" * (5 << 20), "b", "c"]
    answer = read_here(parquet({"text": large}), most=6 << 20)
    assert [len(row["t"]) for row in answer.rows] == [len(text) for text in large]
    assert max(answer.batches) <= 2


def test_a_dictionary_is_not_spread_in_memory() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0] * 500, pa.int32()), ["x" * 2_000_000])
    file = parquet(
        {"text": column}, dictionary_pagesize_limit=1 << 30, store_schema=False, compression="zstd"
    )
    before = pa.default_memory_pool().max_memory()
    answer = read_here(file, most=100)  # 1 GB of texts
    assert [row["t"] for row in answer.rows] == ["too long"] * 500
    assert pa.default_memory_pool().max_memory() < max(before, 100 << 20)


def test_files_that_are_not_parquet() -> None:
    whole = parquet({"text": ["a" * 50] * 1000, "n": range(1000)})
    marks = "is not a Parquet file: it does not begin with PAR1"
    assert refused(b"") == marks
    assert refused(b'{"text": "a"}') == marks
    cut = "is not a complete Parquet file: its end, with the footer, is missing"
    for size in (4, 8, 100, len(whole) // 2, len(whole) - 1):
        assert refused(whole[:size]) == cut
    assert refused(b"PAR1" + bytes(20) + b"PARE") == cut
    assert refused(b"PARE" + bytes(20) + b"PARE") == (
        "is encrypted: whorl reads Parquet files without encryption"
    )
    for footer in (bytes(4), b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff"):
        assert refused(whole[:-8] + footer + b"PAR1").startswith("cannot be read: ")


def test_failure_in_the_middle() -> None:
    table = pa.table({"text": [f"{n:0100}" for n in range(1000)]})
    file = parquet(table, row_group_size=250, compression="zstd", use_dictionary=False)
    chunk = pq.ParquetFile(io.BytesIO(file)).metadata.row_group(2).column(0)
    begin = chunk.data_page_offset + 40
    broken = file[:begin] + bytes(200) + file[begin + 200 :]
    answer = read_here(broken)
    assert len(answer.rows) == 500
    assert answer.end[0] == "X" and answer.end[1].startswith("cannot be read: ")


def test_changed_bytes_are_a_failure_or_other_rows() -> None:
    # Not pyarrow's process as a whole: see Parquet.chunks.
    rng = random.Random(1)
    table = {"text": [f"a{n % 7}" * 9 for n in range(60)], "m": [{"t": "x", "l": [1, 2]}] * 60}
    for number in range(200):
        file = bytearray(
            parquet(table, row_group_size=25, data_page_version=("1.0", "2.0")[number % 2])
        )
        for _ in range(rng.randint(1, 4)):
            file[rng.randrange(len(file))] = rng.randrange(256)
        read_here(bytes(file), rng.choice(["text", "m.t"]))


def test_no_process_is_left_if_the_program_ends(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": ["x" * 100_000] * 500}), path)
    command = [sys.executable, "-P", "-m", "whorl._tables", "read", "--text", "text"]
    with path.open("rb") as file:
        helper = subprocess.Popen(
            [*command, "--record-bytes", "1000000"],
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    assert helper.stdout and helper.stderr
    helper.stdout.read(100)
    helper.stdout.close()
    assert helper.wait(20) == 1
    assert helper.stderr.read() == b""
    helper.stderr.close()
