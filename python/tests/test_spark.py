"""whorl.spark: the decisions of the program, for any number of partitions."""

from __future__ import annotations

import pathlib
import random
from typing import Any

import corpus
import pytest
from spark_helper import by_program, frame, outcome, rows_of, run

import whorl

pa = pytest.importorskip("pyarrow", reason="whorl.spark needs pyarrow")
np = pytest.importorskip("numpy", reason="whorl.spark needs numpy")

from pyspark.sql import SparkSession  # noqa: E402

import whorl.spark  # noqa: E402
from whorl.spark.__main__ import main  # noqa: E402
from whorl.spark._tasks import _until_enough  # noqa: E402
from whorl.spark._work import Work  # noqa: E402


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


def test_other_files_of_the_work_folder_stay(
    spark: SparkSession, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/thesis.txt").write_text("mine")
    run(frame(spark, rows_of(["a", "b"]), 1), tmp_path)
    assert (tmp_path / "documents/thesis.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents", "whorl-dedup"]


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
