"""whorl.spark: the decisions of the program, for any number of partitions."""

from __future__ import annotations

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import corpus
import pytest

import whorl

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'whorl[spark]'")
pa = pytest.importorskip("pyarrow", reason="whorl.spark needs pyarrow")
np = pytest.importorskip("numpy", reason="whorl.spark needs numpy")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs java: apt install openjdk-17-jre-headless", allow_module_level=True)

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import whorl.spark  # noqa: E402
from whorl.spark.__main__ import main  # noqa: E402
from whorl.spark._tasks import _until_enough  # noqa: E402
from whorl.spark._work import Work  # noqa: E402

WHORL = os.path.abspath(os.environ["WHORL"])
FIELDS = ["id", "reason", "survivor", "resemblance", "contained", "contains"]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    # Spark's workers must import the modules of this process.
    os.environ["PYTHONPATH"] = str(pathlib.Path(whorl.__file__).parents[1].absolute())
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.adaptive.enabled", "true")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def rows_of(texts: list[str | None]) -> list[dict[str, Any]]:
    chance = random.Random(len(texts))
    return [
        {
            "file": f"file {number // 50:03}",
            "row": number % 50,
            "id": f"document {number}",
            "text": text,
            "date": chance.choice([None, "2024-05-01", "2025-01-31", "2025-02"]),
            "quality": chance.choice([None, 0.5, 1.0, 2.0, -1.0]),
        }
        for number, text in enumerate(texts)
    ]


def frame(
    spark: SparkSession, rows: list[dict[str, Any]], partitions: int, texts: str = "string"
) -> DataFrame:
    """The rows in any order."""
    shuffled = list(rows)
    random.Random(partitions).shuffle(shuffled)
    schema = f"file string, row int, id string, text {texts}, date string, quality double"
    return spark.createDataFrame(shuffled, schema).repartition(partitions)


def by_program(folder: pathlib.Path, rows: list[dict[str, Any]], *options: str) -> list[Any]:
    """The removed documents and the kept ids, by `whorl dedup`."""
    lines = [json.dumps(row) for row in rows if row["text"] is not None]
    (folder / "rows.jsonl").write_text("\n".join(lines) + "\n")
    command = [WHORL, "dedup", "rows.jsonl", "-o", "kept.jsonl", "--force", "--quiet", *options]
    subprocess.run(command, check=True, cwd=folder)
    removed = (folder / "kept.removed.jsonl").read_text().splitlines()
    kept = (folder / "kept.jsonl").read_text().splitlines()
    return [sorted_rows(map(json.loads, removed)), sorted(json.loads(line)["id"] for line in kept)]


def sorted_rows(rows: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[field] for field in FIELDS) for row in rows)


def outcome(result: whorl.spark.Dedup) -> list[Any]:
    assert result.removed.columns == FIELDS
    return [
        sorted_rows(result.removed.collect()),
        sorted(row["id"] for row in result.kept.select("id").collect()),
    ]


def run(df: DataFrame, work: pathlib.Path, **options: Any) -> whorl.spark.Dedup:
    return whorl.spark.dedup(df, order=["file", "row"], work=str(work), **options)


def test_decisions_are_those_of_the_program(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    themed, mixed = rows_of(corpus.themed(300, 1)), rows_of(corpus.texts_of(3, 300))
    cases = [
        (themed, 7, {"sketch": "mod:25", "link": "survivor"}),
        (themed, 1, {"sketch": "all", "link": "survivor"}),
        (themed, 7, {"sketch": "mod:25", "link": "single"}),
        (mixed, 7, {"sketch": "all", "link": "survivor", "survivor": "newest"}),
        (mixed, 1, {"sketch": "mod:25", "link": "survivor", "survivor": "field:quality"}),
    ]
    for number, (rows, partitions, options) in enumerate(cases):
        flags = [word for name, value in options.items() for word in (f"--{name}", value)]
        expected = by_program(tmp_path, rows, "-r", "0.6", *flags)
        assert len(expected[0]) > 20
        df = frame(spark, rows, partitions)
        result = run(df, tmp_path / f"work{number}", resemblance=0.6, **options)
        assert outcome(result) == expected, options
        skipped = [(row["id"], row["why"]) for row in result.skipped.collect()]
        assert sorted(skipped) == sorted(
            (row["id"], "is null: it has no text") for row in rows if row["text"] is None
        )


def test_clusters_are_those_of_a_store(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    themed, mixed = rows_of(corpus.themed(200, 1)), rows_of(corpus.texts_of(3, 300))
    cases: list[tuple[Any, ...]] = [
        (mixed, 7, {"survivor": "newest", "shingle": 3}),
        (themed, 1, {"link": "survivor"}),
    ]
    for number, (rows, partitions, options) in enumerate(cases):
        store = whorl.cluster(
            pa.Table.from_pylist(rows), tmp_path / f"store{number}", id="id", **options
        )
        made = whorl.spark.cluster(
            frame(spark, rows, partitions),
            order=["file", "row"],
            work=str(tmp_path / f"work{number}"),
            **options,
        )
        expected = store.clusters().to_pylist()
        assert len(expected) > 20
        assert set(map(values, made.clusters.collect())) == {
            tuple(row[name] for name in made.clusters.columns) for row in expected
        }
        assert made.clusters.count() == len(expected)
        assert made.skipped.count() == sum(row["text"] is None for row in rows)
        if options.get("link") == "survivor":
            assert made.pairs is None
            continue
        ids = [row["id"] for row in store.documents().to_pylist()]
        assert sorted(map(values, made.pairs.collect())) == sorted(
            (ids[row["first"]], ids[row["second"]], *(row[name] for name in made.pairs.columns[2:]))
            for row in store.pairs().to_pylist()
        )


def values(row: Any) -> tuple[Any, ...]:
    return tuple(row)


def test_a_stopped_run_continues(
    spark: SparkSession, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(corpus.themed(60, 2))
    expected = by_program(tmp_path, rows)
    df = frame(spark, rows, 2)
    marked: list[str] = []
    mark = Work._mark

    def stop_after(last: str) -> None:
        def stop(self: Work, name: str, content: dict[str, Any]) -> None:
            if name == last:
                raise KeyboardInterrupt  # the phase wrote its result, but is not marked as done
            mark(self, name, content)
            marked.append(name)

        monkeypatch.setattr(Work, "_mark", stop)

    for last in ("lists", "round-0/settled"):
        stop_after(last)
        with pytest.raises(KeyboardInterrupt):
            run(df, tmp_path / "work")
    stop_after("")
    assert outcome(run(df, tmp_path / "work")) == expected
    assert len(marked) == len(set(marked))  # no phase that is done runs again
    with pytest.raises(whorl.InvalidArgumentError, match=r"resemblance=0\.5.*resemblance=0\.7"):
        run(df, tmp_path / "work", resemblance=0.7)
    with pytest.raises(whorl.InvalidArgumentError, match="'row'"):
        whorl.spark.dedup(df, order=["row", "file"], work=str(tmp_path / "work"))


def test_rows_without_duplicates(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    texts = ["", "", " ", "one text", "some other words, which no other row has"]
    df = frame(spark, rows_of(texts), 2)
    dotted = df.toDF("a.file", "row", "id", "the text", "date", "quality")
    result = whorl.spark.dedup(
        dotted, text="the text", order=["a.file", "row"], work=str(tmp_path / "work")
    )
    assert result.kept.columns == dotted.columns
    assert result.removed.count() == 0
    assert result.kept.count() == len(texts)
    none = run(df.limit(0), tmp_path / "empty")
    assert (none.removed.count(), none.kept.count(), none.skipped.count()) == (0, 0, 0)


def test_bytes_that_are_not_utf8_are_skipped(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    text = b"a text of some words that is there twice"
    rows = rows_of([text, text, b"\xff\xfe", None])  # type: ignore[list-item]
    result = run(frame(spark, rows, 1, "binary"), tmp_path / "work")
    assert [row["reason"] for row in result.removed.collect()] == ["identical"]
    assert [row["id"] for row in result.kept.collect()] == ["document 0"]
    skipped = {row["id"]: row["why"] for row in result.skipped.collect()}
    assert skipped == {
        "document 2": "its text is not valid UTF-8",
        "document 3": "is null: it has no text",
    }


def test_an_order_that_repeats_is_refused(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    df = frame(spark, rows_of(["a"] * 120), 1)
    with pytest.raises(whorl.InvalidArgumentError, match="repeat") as caught:
        whorl.spark.dedup(df, order="row", work=str(tmp_path / "work"))
    assert str(caught.value).count("(3 rows)") + str(caught.value).count("(2 rows)") == 5
    with pytest.raises(whorl.InvalidArgumentError, match="null in date"):
        whorl.spark.dedup(df, order="date", work=str(tmp_path / "null"))


def test_other_files_of_the_work_folder_stay(
    spark: SparkSession, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/thesis.txt").write_text("mine")
    run(frame(spark, rows_of(["a", "b"]), 1), tmp_path)
    assert (tmp_path / "documents/thesis.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents", "whorl-dedup"]


def test_wrong_options_are_refused(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    df = frame(spark, rows_of(["a", "b"]), 1)
    for name, value in (
        ("containment", 0.5),
        ("against", df),
        ("common", 5),
        ("verify", False),
        ("sketch", "min:100"),
    ):
        with pytest.raises(whorl.UnsupportedError, match=f"{name}|min:100"):
            run(df, tmp_path / "work", **{name: value})
    for name, value in (
        ("text", "body"),
        ("text", "row"),
        ("survivor", "best"),
        ("survivor", "field:rank"),
        ("link", "all"),
        ("resemblance", 0),
        ("sketch", "mod:0"),
        ("front_end", "none"),
    ):
        with pytest.raises(whorl.InvalidArgumentError):
            run(df, tmp_path / "work", **{name: value})
    with pytest.raises(whorl.InvalidArgumentError, match="order"):
        whorl.spark.dedup(df, order=[], work=str(tmp_path / "work"))
    with pytest.raises(whorl.ColumnTypeError, match="'file' has the type string"):
        run(df, tmp_path / "work", survivor="field:file")
    for work in ("", "runs/a[1]"):
        with pytest.raises(whorl.InvalidArgumentError, match="work"):
            whorl.spark.dedup(df, order="row", work=work)
    with pytest.raises(TypeError, match="colour"):
        run(df, tmp_path / "work", colour=1)
    assert not (tmp_path / "work").exists()


def test_executors_of_another_version_are_refused(
    spark: SparkSession, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whorl.spark._executors.version", lambda: "0.0.1")
    expected = r"does not have whorl 0\.0\.1.*spark\.archives"
    with pytest.raises(whorl.NotInstalledError, match=expected):
        run(frame(spark, rows_of(["a"]), 1), tmp_path / "work")


def test_the_command_line(
    spark: SparkSession, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = rows_of(corpus.themed(60, 2))
    expected = by_program(tmp_path, rows)
    frame(spark, rows, 2).write.parquet(str(tmp_path / "in"))

    def called(*options: str, source: str = "in", output: str = "other") -> int:
        paths = [str(tmp_path / source), "-o", str(tmp_path / output), "--work", str(tmp_path / "w")]
        return main(["dedup", *paths, "--order", "file,row", *options])

    assert called(output="out") == 0
    removed = spark.read.parquet(str(tmp_path / "out/removed"))
    kept = spark.read.parquet(str(tmp_path / "out/kept"))
    assert outcome(whorl.spark.Dedup(kept, removed, kept)) == expected
    paths = [str(tmp_path / "in"), "-o", str(tmp_path / "groups"), "--work", str(tmp_path / "w")]
    assert main(["cluster", *paths, "--order", "file,row"]) == 0
    members = spark.read.parquet(str(tmp_path / "groups/clusters")).count()
    assert f", of {members} documents" in capsys.readouterr().out
    assert spark.read.parquet(str(tmp_path / "groups/pairs")).count() > 20
    for wrong, status in (
        (lambda: called(output="out"), 1),  # exists
        (lambda: called("--text", "body"), 1),
        (lambda: called(source="nowhere"), 1),
        (lambda: called("--format", "orc"), 2),
    ):
        assert wrong() == status
        assert "Traceback" not in capsys.readouterr().err
    with pytest.raises(SystemExit, match="1"):
        called("--format", "paper")


def test_pairs_are_compared_until_enough_candidates_survive() -> None:
    chance = random.Random(7)
    for _ in range(300):
        lengths = [chance.randint(1, 30) for _ in range(chance.randint(0, 5))]
        owns = [own for own, length in enumerate(lengths) for _ in range(length)]
        survives = np.array([chance.random() < 0.2 for _ in owns], bool)
        is_similar = np.array([chance.random() < 0.3 for _ in owns], bool)
        compared: list[int] = []

        def similar(
            rows: Any, compared: list[int] = compared, is_similar: Any = is_similar
        ) -> Any:
            compared.extend(rows.to_pylist())
            return is_similar[rows.to_numpy()]

        enough = chance.randint(1, 4)
        found = _until_enough(np.array(owns, np.int64), survives, similar, enough)
        assert len(compared) == len(set(compared))
        assert found.tolist() == sorted(row for row in compared if is_similar[row])
        end = 0
        for length in lengths:
            begin, end = end, end + length
            count = sum(begin <= row < end for row in compared)
            assert set(range(begin, begin + count)) <= set(compared)
            if count < length:
                assert (is_similar & survives)[begin : begin + count].sum() >= enough
