"""dedup(…, output="FOLDER") of Parquet: the rows, columns and style of the files, and failures."""

from __future__ import annotations

import datetime
import os
import random
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import whorl
from test_parquet import SHIP, WRITERS, error_of

BREAD = "Bread needs flour, water, salt and time; a warm kitchen makes the time a little shorter."
KEPT = [0, 3]  # of TEXTS
TEXTS = [SHIP, SHIP, None, BREAD, SHIP + " Then it rose."]

ALL_TYPES = pa.table(
    {
        "text": pa.array(TEXTS, pa.string()),
        "list": [[1, 2], None, [], [3], [4]],
        "map": pa.array([[("a", 1)], None, [], [("b", 2)], []], pa.map_(pa.string(), pa.int32())),
        "struct": [{"x": 1, "y": [{"z": "q"}]}, None, {"x": 2, "y": None}, {"x": 3, "y": []}, None],
        "decimal": pa.array([Decimal("1.50")] * 5, pa.decimal128(9, 2)),
        "stamp": pa.array([datetime.datetime(2026, 11, 29, 7, 30)] * 5, pa.timestamp("us", "UTC")),
        "nano": pa.array([1, 2, 3, 4, 5], pa.timestamp("ns")),
        "date": pa.array([1, 2, 3, 4, 5], pa.date32()),
        "time": pa.array([1, 2, 3, 4, 5], pa.time64("us")),
        "category": pa.array(["a", "b", None, "a", "c"]).dictionary_encode(),
        "large": pa.array(["a"] * 5, pa.large_string()),
        "view": pa.array(["a", None, "c", "d", "e"], pa.string_view()),
        "bytes": pa.array([b"\xff"] * 5, pa.binary()),
        "fixed": pa.array([b"ab"] * 5, pa.binary(2)),
        "half": pa.array([1, 2, 3, 4, 5], pa.float16()),
        "unsigned": pa.array([1, 2, 3, 4, 2**64 - 1], pa.uint64()),
        "flag": [True, None, False, True, False],
        "nothing": pa.nulls(5),
    }
)


def written(path: Path, output: Path, **options: Any) -> Path:
    """The file that dedup writes of one file."""
    result = whorl.dedup(path, output=output, survivor="first", resemblance=0.5, **options)
    assert result.written == [str(output / path.name)]
    return output / path.name


def style(path: Path) -> Any:
    """What both files should share, besides the rows."""
    file = pq.ParquetFile(path)
    metadata = dict(file.metadata.metadata or {})
    group = file.metadata.row_group(0)
    columns = [group.column(number) for number in range(group.num_columns)]
    return (
        file.schema_arrow,
        {name: value for name, value in metadata.items() if name != b"ARROW:schema"},
        b"ARROW:schema" in metadata,  # another program may encode the same one otherwise
        str(file.schema).splitlines()[2:],
        [(one.path_in_schema, one.compression, one.physical_type) for one in columns],
        [one.has_dictionary_page for one in columns],
        [one.has_offset_index for one in columns],
        group.sorting_columns,
    )


def test_all_types_codecs_and_metadata(tmp_path: Path) -> None:
    table = ALL_TYPES.replace_schema_metadata({"own": "kept", "huggingface": '{"info": {}}'})
    codecs = ["none", "snappy", "gzip", "zstd", "lz4", "brotli"]
    columns = pq.write_table(table, tmp_path / "x.parquet") or style(tmp_path / "x.parquet")[4]
    for number, options in enumerate(
        [
            {},
            {"data_page_version": "2.0", "compression": "zstd"},
            {"store_schema": False, "use_dictionary": False},
            {"use_deprecated_int96_timestamps": True},
            {"store_decimal_as_integer": True, "write_page_index": True},
            {"use_compliant_nested_type": False},
            {"sorting_columns": [pq.SortingColumn(7)]},
            {"write_statistics": False},
            {"compression": {one[0]: codecs[n % 6] for n, one in enumerate(columns)}},
        ]
    ):
        path = tmp_path / "in.parquet"
        pq.write_table(table, path, **options)
        output = written(path, tmp_path / f"out {number}")
        assert style(output) == style(path), options
        read = pq.read_table(output)
        assert read.to_pylist() == [pq.read_table(path).to_pylist()[row] for row in KEPT]
        assert read.schema.equals(pq.read_schema(path), check_metadata=True)


def test_metadata_of_files_without_an_arrow_schema(tmp_path: Path) -> None:
    # As Spark and parquet-mr write it.
    path = tmp_path / "in.parquet"
    own = {"org.apache.spark.version": "4.3.0", "own": "ä"}
    with pq.ParquetWriter(path, ALL_TYPES.schema, store_schema=False) as writer:
        writer.write_table(ALL_TYPES)
        writer.add_key_value_metadata(own)
    output = written(path, tmp_path / "out")
    assert style(output) == style(path)
    assert pq.read_metadata(output).metadata == {
        name.encode(): value.encode() for name, value in own.items()
    }


@pytest.mark.parametrize("writer", WRITERS)
def test_other_libraries_read_it(writer: str, tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    WRITERS[writer](path)
    result = whorl.dedup(path, id="id", output=tmp_path / "out")
    output = result.written[0]
    assert style(Path(output)) == style(path)
    keep = result.keep.to_pylist()
    assert 0 < sum(keep) < len(keep)

    def kept(rows: Any) -> list[Any]:
        return [row for row, kept in zip(rows, keep, strict=True) if kept]

    assert pq.read_table(output).to_pylist() == kept(pq.read_table(path).to_pylist())
    assert pl.read_parquet(output).rows() == kept(pl.read_parquet(path).rows())
    query = "SELECT id, text, date, quality FROM read_parquet('{}')"
    assert duckdb.sql(query.format(output)).fetchall() == kept(
        duckdb.sql(query.format(path)).fetchall()
    )
    pd.testing.assert_frame_equal(
        pd.read_parquet(output), pd.read_parquet(path)[keep].reset_index(drop=True)
    )
    loaded = datasets.Dataset.from_parquet(output, cache_dir=str(tmp_path / "cache"))
    original = datasets.Dataset.from_parquet(str(path), cache_dir=str(tmp_path / "cache 2"))
    assert loaded.features == original.features
    assert loaded.to_list() == kept(original.to_list())


def test_row_groups_keep_their_size(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    rng = random.Random(1)
    texts = [" ".join(rng.choices("abcdefghijklmnop", k=60)) for _ in range(700)]
    texts = [text for text in texts for _ in range(2)]
    pq.write_table(pa.table({"text": texts, "n": range(1400)}), path, row_group_size=100)
    metadata = pq.read_metadata(written(path, tmp_path / "out"))
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert groups == [100] * 7
    assert pq.read_table(tmp_path / "out")["n"].to_pylist() == list(range(0, 1400, 2))


def test_folders_keep_their_form(tmp_path: Path) -> None:
    names = ["a.parquet", "lang=de/0.parquet", "lang=en/0.parquet"]
    for name in names:
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.table({"text": TEXTS, "n": range(5)}), tmp_path / "in" / name)
    result = whorl.dedup(tmp_path / "in", output=tmp_path / "out", survivor="first")
    assert result.written == [str(tmp_path / "out" / name) for name in names]
    assert [pq.read_metadata(path).num_rows for path in result.written] == [2, 0, 0]
    assert sorted(os.listdir(tmp_path)) == ["in", "out"]
    globbed = whorl.dedup(f"{tmp_path}/in/*/*.parquet", output=tmp_path / "more")
    assert globbed.written == [str(tmp_path / "more" / name) for name in names[1:]]
    two = [tmp_path / "in" / name for name in names[1:]]
    assert error_of(whorl.InvalidArgumentError, two, output=tmp_path / "x") == (
        f"{two[0]} and {two[1]} would both be written to 0.parquet: give the folder that contains "
        "both"
    )


def test_nothing_is_replaced(tmp_path: Path) -> None:
    path, output = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"text": TEXTS}), path)
    written(path, output)
    before = (output / "in.parquet").read_bytes()
    path.write_bytes(b"PAR1")  # It is refused before anything is read.
    with pytest.raises(FileExistsError) as caught:
        whorl.dedup(path, output=output)
    assert type(caught.value) is whorl.ExistsError
    assert str(caught.value) == (
        f"{output}/in.parquet exists: remove it, or give another folder as output"
    )
    assert (output / "in.parquet").read_bytes() == before
    assert "is a file" in error_of(whorl.ExistsError, path, output=path)
    for wrong in (tmp_path, Path(".")):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(tmp_path)
            error_of(whorl.InvalidArgumentError, [Path("in.parquet")], output=wrong)
    data = tmp_path / "data"
    data.mkdir()
    pq.write_table(pa.table({"text": TEXTS}), data / "a.parquet")
    for wrong in (data, data / "clean"):
        message = error_of(whorl.InvalidArgumentError, data, output=wrong)
        assert message.endswith(
            "is the folder of {}, or in it: give another folder".format(data / "a.parquet")
        )


def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    path, output = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"text": TEXTS}), path)
    output.mkdir()
    (output / "README.md").write_text("mine")
    written(path, output)
    assert sorted(os.listdir(output)) == ["README.md", "in.parquet"]
    assert sorted(os.listdir(tmp_path)) == ["in.parquet", "out"]


def test_output_of_other_data() -> None:
    assert error_of(whorl.InvalidArgumentError, ["a"], output="x") == (
        "output='x' is for Parquet files: of the list of texts write the rows of .kept()"
    )
    assert error_of(whorl.InvalidArgumentError, __file__, output="x") == (
        "output='x' is for Parquet files: run the program whorl dedup for other files"
    )
    assert whorl.dedup(["a"]).written == []


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    folder, output = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name in "ab":
        pq.write_table(
            pa.table({"text": TEXTS * 20, "n": [f"{n:0200}" for n in range(100)]}),
            folder / f"{name}.parquet",
            use_dictionary=False,
        )
    # The column that only the second pass reads is broken in the second file.
    path = folder / "b.parquet"
    chunk = pq.read_metadata(path).row_group(0).column(1)
    content = bytearray(path.read_bytes())
    begin = chunk.data_page_offset + 60
    content[begin : begin + 200] = os.urandom(200)
    path.write_bytes(content)
    message = error_of(whorl.CorruptError, folder, output=output)
    assert message.startswith("b.parquet: cannot be read: ")
    assert os.listdir(tmp_path) == ["in"]

    def stop(phase: str, done: int, total: int) -> None:
        if (phase, done) == ("write", 1):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whorl.dedup(folder, output=output, progress=stop)
    assert os.listdir(tmp_path) == ["in"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    folder, output = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    table = pa.table({"text": [SHIP], "n": [os.urandom(1 << 21)]})
    pq.write_table(table, folder / "a.parquet")
    run = (
        "import resource, sys, whorl\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
        "try: whorl.dedup(sys.argv[1], output=sys.argv[2])\n"
        "except OSError as error: print(type(error).__name__, error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", run, str(folder), str(output)], capture_output=True, text=True
    )
    assert done.stdout == (
        "WriteError a.parquet: its kept rows cannot be written: [Errno 27] File too large\n"
    )
    assert os.listdir(tmp_path) == ["in"]


def test_two_runs_at_once(tmp_path: Path) -> None:
    path, output = tmp_path / "in.parquet", tmp_path / "out"
    pq.write_table(pa.table({"text": TEXTS}), path)

    def other(phase: str, done: int, total: int) -> None:
        if (phase, done) == ("write", 0):
            message = error_of(whorl.InvalidArgumentError, path, output=output)
            assert message == f"another run writes to {output} now"

    written(path, output, progress=other)


RUN = "import sys, whorl; whorl.dedup(sys.argv[1], output=sys.argv[2])"


def killed(folder: Path, output: Path, after: float) -> bool:
    """Kills a run after this many seconds of work; true if it was killed in time."""
    run = subprocess.Popen([sys.executable, "-c", RUN, str(folder), str(output)])
    draft = output.with_name(f".{output.name}.whorl-draft")
    while run.poll() is None and not draft.exists():
        time.sleep(0.001)
    time.sleep(after)
    run.send_signal(signal.SIGKILL)
    return run.wait() != 0


def many_files(folder: Path, files: int) -> list[str]:
    folder.mkdir()
    rng = random.Random(2)
    for number in range(files):
        texts = [" ".join(rng.choices("abcdefghijklmnop", k=40)) for _ in range(2000)]
        pq.write_table(
            pa.table({"text": texts + texts[:500], "n": range(2500)}),
            folder / f"{number:02}.parquet",
        )
    return sorted(os.listdir(folder))


def check_after_kill(folder: Path, output: Path, names: list[str]) -> None:
    if output.exists():
        assert sorted(os.listdir(output)) == names
    else:
        whorl.dedup(folder, output=output)
    assert sorted(os.listdir(output)) == names
    assert sum(pq.read_metadata(output / name).num_rows for name in names) == 2000 * len(names)
    assert not output.with_name(f".{output.name}.whorl-draft").exists()


def test_killed_while_it_writes(tmp_path: Path) -> None:
    names = many_files(tmp_path / "in", 12)
    assert killed(tmp_path / "in", tmp_path / "out", 0.01)
    assert not (tmp_path / "out").exists()
    check_after_kill(tmp_path / "in", tmp_path / "out", names)


@pytest.mark.slow
def test_killed_at_many_moments(tmp_path: Path) -> None:
    names = many_files(tmp_path / "in", 20)
    moments = random.Random(3)
    for number in range(25):
        killed(tmp_path / "in", tmp_path / f"out{number}", moments.random() * 0.15)
        check_after_kill(tmp_path / "in", tmp_path / f"out{number}", names)
