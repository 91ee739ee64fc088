"""The program `whorl` on Parquet files, which it reads and writes through this package."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import program
import pytest

import whorl

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(autouse=True)
def this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package that is tested is the one that the program uses."""
    package = str(Path(whorl.__file__ or "").parent.parent)
    monkeypatch.setenv("WHORL_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", package)


def rows_of(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Rows of which a third repeat another one nearly, and some have no text."""
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(3_000)]
    made: list[dict[str, Any]] = []
    for number in range(count):
        text: str | None = " ".join(rng.choices(words, k=80))
        if made and rng.random() < 0.3:
            text = (rng.choice(made)["text"] or "") + " and more"
        elif number % 50 == 49:
            text = None
        made.append({"text": text, "id": f"row{number}", "tags": [str(number % 3)], "n": number})
    return made


def program_says(*arguments: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        [program.PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


def removed(path: Path) -> list[dict[str, Any]]:
    """What was left out, without the names of unreadable rows, which begin with the file."""
    return [line for line in program.lines_of(path) if line["reason"] != "unreadable"]


def test_groups_are_those_of_json_lines(tmp_path: Path) -> None:
    rows = [row | {"site": row["n"] % 4 or None} for row in rows_of(300) if row["text"]]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    program.write_lines(tmp_path / "rows.jsonl", rows)
    for form in ("parquet", "jsonl"):
        out = tmp_path / f"kept-{form}.txt"
        program.run("dedup", tmp_path / f"rows.{form}", "-o", out, "--within", "site")
    kept = (tmp_path / "kept-jsonl.txt").read_text()
    assert (tmp_path / "kept-parquet.txt").read_text() == kept
    program.run("dedup", tmp_path / "rows.jsonl", "-o", tmp_path / "all.txt")
    assert len((tmp_path / "all.txt").read_text()) < len(kept)


def test_decisions_are_those_of_json_lines(tmp_path: Path) -> None:
    rows = rows_of(600)
    lines = program.write_lines(tmp_path / "a.jsonl", [r for r in rows if r["text"] is not None])
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet", row_group_size=70)
    program.run("dedup", lines, "-o", tmp_path / "lines.jsonl")
    program.run("dedup", tmp_path / "a.parquet", "-o", tmp_path / "table.jsonl")
    found = removed(tmp_path / "table.removed.jsonl")
    assert found == removed(tmp_path / "lines.removed.jsonl") and found
    kept = program.lines_of(tmp_path / "lines.jsonl")
    assert program.lines_of(tmp_path / "table.jsonl") == [{"id": row["id"]} for row in kept]


@pytest.mark.parametrize("output", ["clean/", "clean.parquet"])
def test_kept_rows_keep_all_columns(tmp_path: Path, output: str) -> None:
    rows = rows_of(400)
    table = pa.Table.from_pylist(rows).replace_schema_metadata({"made by": "a test"})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=64, compression="zstd")
    program.run("dedup", tmp_path / "a.parquet", "-o", f"{tmp_path}/{output}")
    left = {r["id"] for r in program.lines_of(tmp_path / "clean.removed.jsonl")}
    written = tmp_path / "clean" / "a.parquet" if output == "clean/" else tmp_path / output
    kept = pq.read_table(written)
    assert kept.to_pylist() == [r for r in rows if r["id"] not in left and r["text"] is not None]
    assert kept.schema.equals(pq.read_table(tmp_path / "a.parquet").schema, check_metadata=True)
    assert pq.ParquetFile(written).metadata.row_group(0).column(0).compression == "ZSTD"


def test_every_command_takes_tables(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist(rows_of(200)), table)
    store, registry = tmp_path / "store", tmp_path / "registry"
    program.run("cluster", table, "-o", store)
    assert "resemblance" in program.run("query", store, "--batch", table)
    program.run("registry", "create", registry)
    assert " documents added, 0 replaced" in program.run("registry", "add", registry, table)
    program.run("sweep", "add", tmp_path / "sweeps", table, "--date", "2026-11-29")
    against = program.run("dedup", table, "--against", table, "-o", tmp_path / "rest.jsonl")
    assert "0 kept" in against


def test_survivor_by_a_column(tmp_path: Path) -> None:
    text = " ".join(f"w{number}" for number in range(60))
    rows = [{"text": text + f" {name}", "id": name, "n": n} for name, n in (("a", 1), ("b", 5))]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    out = tmp_path / "kept.jsonl"
    program.run("dedup", tmp_path / "a.parquet", "--survivor", "field:n", "-o", out)
    assert program.lines_of(out) == [{"id": "b"}]


def test_broken_tables_are_listed(tmp_path: Path) -> None:
    good, cut = tmp_path / "in" / "good.parquet", tmp_path / "in" / "cut.parquet"
    good.parent.mkdir()
    pq.write_table(pa.Table.from_pylist(rows_of(100)), good)
    cut.write_bytes(good.read_bytes()[:1_000])
    status, said = program_says("dedup", good.parent, "-o", f"{tmp_path}/clean/")
    assert status == 2 and "cut.parquet: is not a complete Parquet file" in said
    assert [p.name for p in (tmp_path / "clean").glob("*.parquet")] == ["good.parquet"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--text", "body"], 'has no column "body"; its columns are "text", "id", "tags", "n"'),
        (["--features", "tags"], "lists of features are read from JSON lines"),
        (["--text", "n"], 'has int64 in the column "n"; whorl reads texts'),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, arguments: list[str], said: str) -> None:
    pq.write_table(pa.Table.from_pylist(rows_of(5)), tmp_path / "a.parquet")
    out = tmp_path / "kept.jsonl"
    status, printed = program_says("dedup", tmp_path / "a.parquet", "-o", out, *arguments)
    assert status == 3 and said in printed and not out.exists()


def test_outputs_that_a_table_cannot_be(tmp_path: Path) -> None:
    for name in ("a", "b"):
        pq.write_table(pa.Table.from_pylist(rows_of(5)), tmp_path / f"{name}.parquet")
    inputs = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    status, said = program_says("dedup", *inputs, "-o", tmp_path / "all.parquet")
    assert status == 1 and "name a folder" in said
    status, said = program_says("dedup", inputs[0], "-o", tmp_path / "c.parquet", "--annotate")
    assert status == 1 and "name the output .jsonl" in said


def test_without_the_package_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq.write_table(pa.Table.from_pylist(rows_of(5)), tmp_path / "a.parquet")
    monkeypatch.setenv("WHORL_PYTHON", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    status, said = program_says("dedup", tmp_path / "a.parquet", "-o", f"{tmp_path}/clean/")
    assert status == 1
    assert "Parquet needs the Python package: pipx install 'whorl[parquet]'" in said


def test_another_version_of_the_package_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "python"
    other.write_text('#!/bin/sh\necho \'{"version": "0.0.1", "protocol": 1, "pyarrow": "1"}\'\n')
    other.chmod(0o755)
    monkeypatch.setenv("WHORL_PYTHON", str(other))
    monkeypatch.setenv("PATH", "/nonexistent")
    pq.write_table(pa.Table.from_pylist(rows_of(5)), tmp_path / "a.parquet")
    status, said = program_says("dedup", tmp_path / "a.parquet", "-o", tmp_path / "kept.jsonl")
    assert status == 3 and "python has 0.0.1" in said


def begin(table: Path, folder: Path) -> subprocess.Popen[bytes]:
    command = [program.PROGRAM, "dedup", str(table), "-o", f"{folder}/clean/", "--force"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def helpers(command: bytes = b"", flag: bytes = b"") -> list[int]:
    """Processes of the helper; of one command, and with one flag, if they are given."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
                if b"whorl._tables\0" + command in line and flag in line:
                    found.append(int(entry.name))
            except OSError:
                pass  # it has ended
    return found


def killed_at(moments: list[float], how: signal.Signals, tmp_path: Path) -> None:
    """Kills the program at moments of its work: no part of a table gets its final name."""
    table, written = tmp_path / "a.parquet", tmp_path / "clean" / "a.parquet"
    pq.write_table(pa.Table.from_pylist(rows_of(8_000)), table, row_group_size=500)
    for moment in moments:
        process = begin(table, tmp_path)
        time.sleep(moment)
        process.send_signal(how)
        process.wait(timeout=60)
        deadline = time.monotonic() + 10
        while helpers() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert helpers() == []
        if written.exists():
            pq.read_table(written)
    assert begin(table, tmp_path).wait(timeout=120) in (0, 2)
    left = {r["id"] for r in removed(tmp_path / "clean.removed.jsonl")}
    kept = [r for r in pq.read_table(table).to_pylist() if r["id"] not in left]
    assert pq.read_table(written).to_pylist() == [r for r in kept if r["text"] is not None]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stop_leaves_no_part_of_a_table(how: signal.Signals, tmp_path: Path) -> None:
    killed_at([0.6, 1.2], how, tmp_path)


@pytest.mark.slow
def test_stops_at_any_moment(tmp_path: Path) -> None:
    rng = random.Random(1)
    killed_at([rng.random() * 2.5 for _ in range(20)], signal.SIGKILL, tmp_path)


def test_a_helper_that_is_killed_ends_the_run(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist(rows_of(30_000)), table, row_group_size=500)
    process = subprocess.Popen(
        [program.PROGRAM, "dedup", str(table), "-o", f"{tmp_path}/clean/"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    killed = 0
    while process.poll() is None and killed == 0:
        for number in helpers(b"read"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
                killed += 1
    said, _ = process.communicate(timeout=120)
    assert killed and process.returncode in (2, 3), said
    assert "stopped by a limit of time or memory, or crashed" in said
    assert not (tmp_path / "clean" / "a.parquet").exists()


def names_were_read(process: subprocess.Popen[bytes]) -> bool:
    """Waits for the end of the program: True if a helper read rows without their texts."""
    found = False
    while process.poll() is None:
        found = found or bool(helpers(b"read", b"--names"))
    return found


def damage_texts(table: Path, group: int) -> None:
    """Makes the texts of a row group unreadable, but nothing else."""
    column = pq.ParquetFile(table).metadata.row_group(group).column(0)
    content = bytearray(table.read_bytes())
    first = column.dictionary_page_offset or column.data_page_offset
    content[first : first + 20] = bytes(20)
    table.write_bytes(content)


def test_texts_are_read_once(tmp_path: Path) -> None:
    rows = rows_of(2_000)
    (tmp_path / "in").mkdir()
    again = [row | {"id": f"{row['id']} again"} for row in rows]
    for name, content in (("a", rows), ("b", again)):
        pq.write_table(pa.Table.from_pylist(content), tmp_path / "in" / f"{name}.parquet")
    assert names_were_read(begin(tmp_path / "in", tmp_path))
    left = {r["id"] for r in removed(tmp_path / "clean.removed.jsonl")}
    kept = [r for r in rows if r["id"] not in left and r["text"] is not None]
    assert pq.read_table(tmp_path / "clean" / "a.parquet").to_pylist() == kept
    # No text is new there.
    assert pq.read_table(tmp_path / "clean" / "b.parquet").num_rows == 0


def test_a_table_that_is_readable_in_part_is_read_again(tmp_path: Path) -> None:
    """Then the texts alone show which row belongs to which document of the files after it."""
    rows = rows_of(900)
    (tmp_path / "in").mkdir()
    for number, name in enumerate("abc"):
        part = pa.Table.from_pylist(rows[300 * number : 300 * number + 300])
        pq.write_table(part, tmp_path / "in" / f"{name}.parquet", row_group_size=100)
    damage_texts(tmp_path / "in" / "b.parquet", 0)
    assert not names_were_read(begin(tmp_path / "in", tmp_path))
    left = {r["id"] for r in removed(tmp_path / "clean.removed.jsonl")}
    for number, name in ((0, "a"), (2, "c")):
        part = rows[300 * number : 300 * number + 300]
        kept = [r for r in part if r["id"] not in left and r["text"] is not None]
        assert pq.read_table(tmp_path / "clean" / f"{name}.parquet").to_pylist() == kept
    assert not (tmp_path / "clean" / "b.parquet").exists()


def test_a_table_that_is_modified_meanwhile_is_not_written(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    pq.write_table(pa.Table.from_pylist(rows_of(8_000)), table, row_group_size=500)
    process = subprocess.Popen(
        [program.PROGRAM, "dedup", str(table), "-o", f"{tmp_path}/clean/"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while not helpers(b"read") and process.poll() is None:
        pass
    os.utime(table)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 3 and "a.parquet: was modified while whorl read it" in said
    assert not (tmp_path / "clean" / "a.parquet").exists()
