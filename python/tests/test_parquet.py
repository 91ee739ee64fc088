"""Parquet files as data: equal decisions to frames and JSON lines, names of rows, errors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import corpus
import program
import whorl
from whorl._frames import open_data

SHIP = "The ship lay at anchor in the bay, and the crew slept until the storm came up at night."
ROWS = corpus.rows_of(3, 90)
TABLE = pa.Table.from_pylist(ROWS)


def write_all(folder: Path) -> dict[str, Path]:
    """The same rows, as several programs write them."""
    paths = {name: folder / f"{name}.parquet" for name in WRITERS}
    for name, write in WRITERS.items():
        write(paths[name])
    return paths


def _by_duckdb(path: Path) -> None:
    rows = duckdb.from_arrow(TABLE)
    rows.write_parquet(str(path), compression="zstd", row_group_size=20)


def _views(path: Path) -> None:
    column = TABLE["text"].cast(pa.string_view())
    pq.write_table(TABLE.set_column(TABLE.schema.get_field_index("text"), "text", column), path)


def _dictionary(path: Path) -> None:
    index = TABLE.schema.get_field_index("text")
    pq.write_table(TABLE.set_column(index, "text", TABLE["text"].dictionary_encode()), path)


WRITERS: dict[str, Callable[[Path], object]] = {
    "pyarrow": lambda path: pq.write_table(TABLE, path, row_group_size=7),
    "version 2": lambda path: pq.write_table(TABLE, path, data_page_version="2.0"),
    "gzip": lambda path: pq.write_table(TABLE, path, compression="gzip", use_dictionary=False),
    "polars": lambda path: pl.DataFrame(TABLE).write_parquet(path, row_group_size=50),
    "pandas": lambda path: pd.DataFrame(ROWS).to_parquet(path),
    "duckdb": _by_duckdb,
    "datasets": lambda path: datasets.Dataset(TABLE).to_parquet(path),
    "views": _views,
    "dictionary": _dictionary,
}


def test_decisions_are_those_of_frames_and_json_lines(tmp_path: Path) -> None:
    ids = [row["id"] for row in ROWS]
    options: dict[str, Any] = {"resemblance": 0.5, "survivor": "newest"}
    expected = program.dedup(tmp_path, ROWS, **options)
    # A null text has another reason than a JSON line without one, but is skipped as well.
    assert program.decisions(whorl.dedup(TABLE, id="id", **options), ids) == expected
    for name, path in write_all(tmp_path).items():
        result = whorl.dedup(path, id="id", **options)
        assert program.decisions(result, ids) == expected, name
        kept = result.kept().read_all()
        assert kept["id"].to_pylist() == expected["kept"], name
        assert kept.schema.names == pq.read_schema(path).names


def test_a_number_of_a_column_decides(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(TABLE, path)
    options: dict[str, Any] = {"survivor": "field:quality", "link": "single"}
    expected = whorl.dedup(TABLE, id="id", **options)
    assert whorl.dedup(path, id="id", **options).removed.to_pylist() == (
        expected.removed.to_pylist()
    )


def test_dates_and_timestamps_decide(tmp_path: Path) -> None:
    for kind in (pa.date32(), pa.timestamp("us"), pa.timestamp("ms", "UTC")):
        days = pa.array([0, 2, 1], pa.int32()).cast(pa.date32()).cast(kind)
        path = tmp_path / "in.parquet"
        pq.write_table(pa.table({"text": [SHIP] * 3, "date": days}), path)
        assert whorl.dedup(path, survivor="newest").keep.to_pylist() == [False, True, False]


def test_rows_are_named_by_file_and_number(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data/sub").mkdir(parents=True)
    for name in ("data/a.parquet", "data/sub/b.parquet"):
        pq.write_table(pa.table({"text": [SHIP, None, SHIP]}), name, row_group_size=1)
    (tmp_path / "data/_SUCCESS").touch()
    (tmp_path / "data/.a.parquet.crc").touch()

    def named(data: Any) -> tuple[list[str], list[str]]:
        result = whorl.dedup(data, survivor="first")
        assert len(result.keep) == len(result.removed) + len(result.skipped) + 1
        return result.removed["id"].to_pylist(), result.skipped["name"].to_pylist()

    assert named("data") == (
        ["a.parquet:3", "sub/b.parquet:1", "sub/b.parquet:3"],
        ["a.parquet:2", "sub/b.parquet:2"],
    )
    assert named("data/*.parquet") == (["data/a.parquet:3"], ["data/a.parquet:2"])
    assert named([Path("data/sub/b.parquet")]) == (
        ["data/sub/b.parquet:3"],
        ["data/sub/b.parquet:2"],
    )
    assert named("data/**/*.parquet") == (
        ["data/a.parquet:3", "data/sub/b.parquet:1", "data/sub/b.parquet:3"],
        ["data/a.parquet:2", "data/sub/b.parquet:2"],
    )
    # A file that is given twice is read once.
    assert named([Path("data/a.parquet"), Path("data"), Path("data/a.parquet")]) == (
        ["data/a.parquet:3", "sub/b.parquet:1", "sub/b.parquet:3"],
        ["data/a.parquet:2", "sub/b.parquet:2"],
    )
    removed = whorl.dedup("data", survivor="first").removed.to_pylist()
    assert [(row["row"], row["kept_row"], row["kept_id"]) for row in removed] == [
        (2, 0, "a.parquet:1"),
        (3, 0, "a.parquet:1"),
        (5, 0, "a.parquet:1"),
    ]


def test_a_file_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "rows"
    pq.write_table(pa.table({"text": [SHIP, SHIP]}), path)
    assert whorl.dedup(path).keep.to_pylist() == [True, False]


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a\udcff.parquet"
    pq.write_table(pa.table({"text": [SHIP, SHIP, None]}), path.open("wb"))
    result = whorl.dedup(path)
    assert result.removed["id"].to_pylist() == [f"{tmp_path}/a\ufffd.parquet:2"]
    assert result.skipped["name"].to_pylist() == [f"{tmp_path}/a\ufffd.parquet:3"]


def test_nested_names(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    meta = [{"text": SHIP, "id": 7}, {"text": SHIP, "id": 8}, None]
    pq.write_table(pa.table({"meta": meta, "text": ["a", "b", "c"]}), path)
    result = whorl.dedup(path, text="meta.text", id="meta.id")
    assert result.removed.to_pylist()[0]["id"] == "8"
    assert result.kept().read_all()["meta"].to_pylist() == meta[:1]
    message = error_of(whorl.InvalidArgumentError, path, text="meta.body")
    assert message.endswith('in.parquet: has no column "meta.body"; its columns are "meta", "text"')


def test_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    table = pa.table({"text": pa.array([], pa.string()), "n": pa.array([], pa.int64())})
    for rows in ([], [table], [table, table]):
        with pq.ParquetWriter(path, table.schema) as writer:
            for part in rows:
                writer.write_table(part)
        result = whorl.dedup(path)
        assert (len(result.keep), result.kept().read_all().num_rows) == (0, 0)


def test_against_stores_and_registries(tmp_path: Path) -> None:
    path, other = tmp_path / "in.parquet", tmp_path / "other.parquet"
    pq.write_table(TABLE, path, row_group_size=20)
    pq.write_table(TABLE.slice(0, 30), other)
    texts = TABLE["text"].to_pylist()
    assert whorl.dedup(path, against=other).keep.to_pylist() == (
        whorl.dedup(texts, against=texts[:30]).keep.to_pylist()
    )
    assert whorl.dedup(texts, against=other).keep.to_pylist() == (
        whorl.dedup(texts, against=texts[:30]).keep.to_pylist()
    )
    store = whorl.cluster(path, tmp_path / "store", id="id")
    same = whorl.cluster(TABLE, tmp_path / "same", id="id")
    assert store.clusters().to_pylist() == same.clusters().to_pylist()
    store.add(other)
    assert len(store) == len(same) + sum(text is not None for text in texts[:30])
    assert store.documents().to_pylist()[-1]["id"].startswith(f"{other}:")
    before = len(store)
    store.add(other)  # is done already
    assert len(store) == before
    with whorl.registry.create(tmp_path / "known") as known:
        added = known.add(path, id="id")
        assert added["added"] == sum(text is not None for text in texts)
    with whorl.registry.create(tmp_path / "ship", recipe="text/k=20/robust:w=10") as known:
        pq.write_table(pa.table({"text": [None, SHIP]}), path)
        known.add(path)
        assert known.search(SHIP)["name"].to_pylist() == [f"{path}:2"]


def test_a_store_of_an_earlier_call(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(TABLE, path)
    first = whorl.dedup(path, store=tmp_path / "store")
    again = whorl.dedup(path, store=tmp_path / "store", output=tmp_path / "out")
    assert again.keep.to_pylist() == first.keep.to_pylist()
    assert pq.read_table(again.written[0]).equals(first.kept().read_all())


def error_of(kind: type[Exception], data: Any, **options: Any) -> str:
    with pytest.raises(kind) as caught:
        whorl.dedup(data, **options)
    assert type(caught.value) is kind
    return str(caught.value)


def test_errors(tmp_path: Path) -> None:
    path, other = tmp_path / "in.parquet", tmp_path / "in.jsonl"
    other.write_text('{"text": "a"}\n')
    assert error_of(whorl.NotFoundError, path) == f"{path}: no such file"
    pq.write_table(pa.table({"text": [SHIP] * 9, "n": range(9)}), path)
    assert error_of(whorl.ColumnTypeError, path, text="n") == (
        f'{path}: has int64 in the column "n"; whorl reads texts'
    )
    advice = (
        "give files of one kind, such as data/*.parquet, or use whorl.cluster() for one kind and "
        "Store.add() for the other"
    )
    for data in (tmp_path, [path, other], [other, path], str(tmp_path / "in.*")):
        assert error_of(whorl.InvalidArgumentError, data) == (
            f"{path} is Parquet and {other} is not: {advice}"
        )
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    assert error_of(whorl.CorruptError, path) == (
        f"{path}: is not a complete Parquet file: its end, with the footer, is missing"
    )
    path.write_bytes(b"PARE" + whole[4:])
    assert "is encrypted" in error_of(whorl.UnsupportedError, path)


def test_a_file_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": [SHIP, SHIP]}), path)
    result = whorl.dedup(path)
    pq.write_table(pa.table({"text": [SHIP, SHIP, SHIP]}), path)
    with pytest.raises(whorl.UnreadableError) as caught:
        result.kept().read_all()
    assert str(caught.value) == (f"{path}: has changed since whorl compared its rows: start again")


def test_kept_needs_one_schema(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["a"], "n": [1]}), tmp_path / "a.parquet")

    def difference(other: Any) -> str:
        pq.write_table(other, tmp_path / "b.parquet")
        with pytest.raises(whorl.InvalidArgumentError) as caught:
            whorl.dedup(tmp_path).kept()
        message = str(caught.value)
        assert message.endswith('use output="FOLDER", which writes a file for each')
        return message.partition(" but ")[2].partition(" than ")[0]

    assert difference(pa.table({"text": ["b"], "n": ["x"]})) == (
        "b.parquet has another type of the column 'n' (string, not int64)"
    )
    assert difference(pa.table({"text": ["b"]})) == "b.parquet has another number of columns (1)"
    assert difference(pa.table({"n": [1], "text": ["b"]})).startswith(
        "b.parquet has the column 'n' in place of 'text'"
    )


def test_without_pyarrow(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "in.parquet"
    path.write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError) as caught:
        open_data(path, ("text",))
    assert type(caught.value) is whorl.NotInstalledError
    assert str(caught.value) == "Parquet needs pyarrow: pip install 'whorl[parquet]'"
    monkeypatch.setitem(sys.modules, "pyarrow", pa)
    monkeypatch.setattr(pa, "__version__", "20.0.0")
    assert error_of(whorl.NotInstalledError, path) == (
        "Parquet needs pyarrow 21 or later, and 20.0.0 is installed: pip install -U pyarrow"
    )


def test_the_file_is_read_in_parts(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": [f"{n:01000}" for n in range(20_000)]}), path)
    batches = list(open_data(path, ("text",)).batches())
    assert len(batches) > 3
    assert max(batch.nbytes for batch in batches) < 8 << 20  # type: ignore[attr-defined]


def test_a_list_of_texts_stays_texts() -> None:
    for texts in (["a.parquet"], ["s3://b/a.parquet", "x"], ["s3://b/a"], ["s3://b/a b.parquet"]):
        assert open_data(texts, ("text",)).name == "list of texts"
