"""Decisions and tables of the package are those of the program on the same rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import program
import whorl
from corpus import rows_of, texts_of

IDS = [f"row {number}" for number in range(60)]

OPTIONS: list[dict[str, Any]] = [
    {},
    {"resemblance": 0.8, "sketch": "all"},
    {"resemblance": 0.2, "sketch": "min:40"},
    {"resemblance": 0, "containment": 0.7, "sketch": "all"},
    {"containment": 0.5},
    {"link": "single", "resemblance": 0.3},
    {"link": "single", "containment": 0.6, "sketch": "all", "survivor": "first"},
    {"survivor": "first"},
    {"survivor": "newest", "resemblance": 0.3},
    {"survivor": "field:quality", "resemblance": 0.3},
    {"survivor": "field:quality", "link": "single"},
    {"shingle": 2, "sketch": "all"},
    {"shingle": 1, "resemblance": 0.9, "sketch": "vi"},
    {"front_end": "text", "shingle": 8},
    {"front_end": "code:python", "sketch": "all"},
    {"memory": "1M", "threads": 1},
    {"within": "lang", "resemblance": 0.3},
    {"within": "lang", "link": "single", "keep": 2, "resemblance": 0.2},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_decisions_by_all_options(options: dict[str, Any], tmp_path: Path) -> None:
    removed = 0
    for seed in (1, 2):
        rows = rows_of(seed)
        expected = program.dedup(tmp_path, rows, **options)
        assert program.decisions(whorl.dedup(rows, id="id", **options), IDS) == expected
        removed += len(expected["removed"])
    assert removed > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_decisions_of_many_collections(seed: int, tmp_path: Path) -> None:
    rows = rows_of(seed, 200)
    ids = [row["id"] for row in rows]
    for options in OPTIONS:
        expected = program.dedup(tmp_path, rows, **options)
        found = whorl.dedup(pa.Table.from_pylist(rows), id="id", **options)
        assert program.decisions(found, ids) == expected


def test_large_clusters_and_weights(tmp_path: Path) -> None:
    rows = rows_of(1) * 2
    for number, row in enumerate(rows):
        rows[number] = row | {"id": f"row {number}"}
    lines = program.write_lines(tmp_path / "rows.jsonl", rows)
    out = tmp_path / "kept.jsonl"
    program.run(
        *("dedup", lines, "-o", out, "--within", "lang", "--keep", "2", "--weight", "copies"),
        *("--drop-clusters-over", "3", "-r", "0.2"),
    )
    result = whorl.dedup(
        rows, id="id", within="lang", keep=2, drop_clusters_over=3, resemblance=0.2
    )
    weights = result.weight.to_pylist()
    assert {row["id"]: weights[at] for at, row in enumerate(rows) if weights[at] > 0} == {
        line["id"]: line["copies"] for line in program.lines_of(out)
    }
    assert [weight > 0 for weight in weights] == result.keep.to_pylist()
    large = [row for row in result.removed.to_pylist() if row["reason"] == "large-cluster"]
    assert len(large) == result.stats["large_cluster"] > 3
    assert {(row["kept_row"], row["kept_id"]) for row in large} == {(None, None)}


def test_options_of_groups_are_checked() -> None:
    rows = rows_of(1)
    for options in ({"keep": 0}, {"drop_clusters_over": 0}, {"within": ""}):
        with pytest.raises(whorl.InvalidArgumentError, match=next(iter(options))):
            whorl.dedup(rows, **options)
    with pytest.raises(whorl.InvalidArgumentError, match="--within"):
        whorl.dedup(rows, within="lang", against=["a text"])
    with pytest.raises(whorl.InvalidArgumentError, match="langs"):
        whorl.dedup(rows, within="langs")


KINDS: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow": lambda table: table,
    "chunks": lambda table: pa.concat_tables([table[:7], table[7:7], table[7:30], table[30:]]),
    "slice": lambda table: pa.concat_tables([table, table]).combine_chunks()[60:],
    "large": lambda table: table.set_column(
        1, "text", table["text"].cast(pa.large_string())
    ),
    "binary": lambda table: table.set_column(1, "text", table["text"].cast(pa.binary())),
    "dictionary": lambda table: table.set_column(1, "text", table["text"].dictionary_encode()),
    "batch": lambda table: table.combine_chunks().to_batches()[0],
    "reader": lambda table: pa.RecordBatchReader.from_batches(
        table.schema, iter(table.to_batches(max_chunksize=11))
    ),
    "polars": pl.DataFrame,
    "polars lazy": lambda table: pl.DataFrame(table).lazy(),
    "polars slice": lambda table: pl.concat([pl.DataFrame(table)] * 2)[60:],
    "pandas": lambda table: table.to_pandas(),
    "pandas arrow": lambda table: table.to_pandas(types_mapper=pd.ArrowDtype),
    "duckdb": lambda table: duckdb.connect().from_arrow(table),
    "datasets": datasets.Dataset,
    "datasets stream": lambda table: datasets.Dataset(table).to_iterable_dataset(),
    "rows": lambda table: table.to_pylist(),
    "dict": lambda table: table.to_pydict(),
    "iterator of rows": lambda table: iter(table.to_pylist()),
    "iterator of batches": lambda table: iter(table.to_batches(max_chunksize=9)),
    "iterator of dicts": lambda table: (
        batch.to_pydict() for batch in table.to_batches(max_chunksize=13)
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_decisions_of_all_kinds_of_data(kind: str, tmp_path: Path) -> None:
    rows = rows_of(3)
    table = pa.Table.from_pylist(rows)
    assert table.column_names[1] == "text"
    for options in ({"sketch": "all"}, {"survivor": "field:quality", "resemblance": 0.3}):
        expected = program.dedup(tmp_path, rows, **options)
        found = whorl.dedup(KINDS[kind](table), id="id", **options)
        assert program.decisions(found, IDS) == expected
        assert expected["removed"] and expected["skipped"]


NEED_ROWS = ("batch", "slice", "polars slice", "datasets stream")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in NEED_ROWS])
def test_data_without_rows(kind: str) -> None:
    table = pa.Table.from_pylist(rows_of(3))[:0]
    found = whorl.dedup(KINDS[kind](table))
    assert (len(found.keep), len(found.removed), len(found.skipped)) == (0, 0, 0)


def test_texts_that_are_no_utf8(tmp_path: Path) -> None:
    bad = [b"\xff\xfe", b"half a sign \xe2\x82", b"a surrogate \xed\xa0\x80", b"too long \xc0\xaf"]
    texts = texts_of(4, 40)
    rows = [
        {"id": f"row {number}", "text": text}
        for number, text in enumerate([*texts[:20], *bad, *texts[20:]])
    ]
    expected = program.dedup(tmp_path, rows)
    column = pa.array(
        [text.encode() if isinstance(text, str) else text for text in (r["text"] for r in rows)],
        pa.binary(),
    )
    ids = [row["id"] for row in rows]
    found = whorl.dedup(pa.table({"id": ids, "text": column}), id="id")
    assert program.decisions(found, ids) == expected
    reasons = [row["reason"] for row in found.skipped.to_pylist() if row["row"] in range(20, 24)]
    assert reasons == ["its text is not valid UTF-8"] * 4


@pytest.mark.parametrize(
    "options", [{}, {"containment": 0.5}, {"resemblance": 0.2, "sketch": "all"}], ids=str
)
def test_against_other_rows(options: dict[str, Any], tmp_path: Path) -> None:
    rows, others = rows_of(5), rows_of(5, 90)[40:]
    lines = program.write_lines(tmp_path / "others.jsonl", others)
    expected = program.dedup(tmp_path, rows, "--against", lines, **options)
    found = whorl.dedup(rows, id="id", against=pl.DataFrame(others), **options)
    texts = [other["text"] for other in others]
    removed = found.removed.to_pylist()
    assert removed
    # The program names the rows of the file by their ids; `against` has no column of ids here.
    assert [(row["id"], row["reason"]) for row in removed] == [
        entry[:2] for entry in expected["removed"]
    ]
    assert [others[row["kept_row"]]["id"] for row in removed] == [
        entry[2] for entry in expected["removed"]
    ]
    assert all(texts[row["kept_row"]] for row in removed)
    by_path = whorl.dedup(rows, id="id", against=lines, **options)
    assert program.decisions(by_path, IDS) == expected
    assert by_path.keep.to_pylist() == found.keep.to_pylist()
    assert by_path.removed["kept_row"].to_pylist() == [None] * len(removed)


def test_against_a_store(tmp_path: Path) -> None:
    rows = rows_of(6)
    whorl.cluster(rows_of(6, 90)[30:], tmp_path / "store", id="id", sketch="all").close()
    expected = program.dedup(tmp_path, rows, "--against", tmp_path / "store")
    found = whorl.dedup(rows, id="id", against=tmp_path / "store")
    assert program.decisions(found, IDS) == expected
    assert expected["removed"]


def test_dedup_of_paths(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number, text in enumerate(texts_of(7)):
        if text:
            (tmp_path / f"in/{number:02}.txt").write_text(text)
    program.write_lines(tmp_path / "in/x.jsonl", rows_of(7, 30))
    summary = json.loads(
        program.run(
            *("dedup", tmp_path / "in", "-o", tmp_path / "out.jsonl", "--annotate", "--json"),
            *("--removed", tmp_path / "removed.jsonl"),
        )
    )
    found = whorl.dedup(tmp_path / "in", id="id")
    removed = [row for row in program.lines_of(tmp_path / "removed.jsonl") if "why" not in row]
    assert [
        (row["id"], row["reason"], row["kept_id"], *(row[name] for name in program.MEASURES))
        for row in found.removed.to_pylist()
    ] == [
        (row["id"], row["reason"], row["survivor"], *(row[name] for name in program.MEASURES))
        for row in removed
    ]
    assert sum(found.keep.to_pylist()) == summary["kept"]
    assert found.stats["documents"] == summary["documents"] > 60
    assert len(found.skipped) == len(summary["skipped"]) > 0


def without(table: Any, *names: str) -> dict[str, list[Any]]:
    return {name: column for name, column in table.to_pydict().items() if name not in names}


def test_stores(tmp_path: Path) -> None:
    rows = rows_of(8)
    lines = program.write_lines(tmp_path / "rows.jsonl", rows)
    program.run("cluster", lines, "-o", tmp_path / "by program", "--id", "id", "--write-pairs")
    store = whorl.cluster(lines, tmp_path / "by package", id="id")
    from_rows = whorl.cluster(rows, tmp_path / "of rows", id="id")
    with whorl.open(tmp_path / "by program") as opened:
        for other in (store, from_rows):
            # Rows are those of the table, and only "newest" reads the column of dates.
            assert without(other.documents(), "row", "date") == without(
                opened.documents(), "row", "date"
            )
            assert without(other.clusters(), "row") == without(opened.clusters(), "row")
            assert other.pairs().to_pydict() == opened.pairs().to_pydict()
        members = opened.clusters().to_pylist()
    said = program.lines_of(tmp_path / "by program/clusters.jsonl")
    assert [
        (number, member["id"], member["kind"], member["resemblance"])
        for number, cluster in enumerate(said)
        for member in cluster["members"]
    ] == [(row["cluster"], row["id"], row["kind"], row["resemblance"]) for row in members]
    assert [cluster["survivor"] for cluster in said for _ in cluster["members"]] == [
        row["kept_id"] for row in members
    ]
    assert len(said) > 3


def test_queries(tmp_path: Path) -> None:
    rows = rows_of(9)
    store = whorl.cluster(rows, tmp_path / "store", id="id", sketch="all")
    asked = [{"id": f"row {n}", "text": text} for n, text in enumerate(texts_of(9, 80)[40:])]
    lines = program.write_lines(tmp_path / "asked.jsonl", asked)
    for options in ({}, {"resemblance": 0.4}, {"containment": 0.9, "limit": 2}):
        answers = [
            json.loads(line)
            for line in program.run(
                *("query", tmp_path / "store", "--batch", lines, "--json", *program.flags(options))
            ).splitlines()
        ]
        found = store.query([row["text"] for row in asked], **options).to_pylist()
        assert [
            (answer["query"], match["id"], *(match[name] for name in program.MEASURES))
            for answer in answers
            for match in answer.get("matches", [])
        ] == [
            (f"row {row['query']}", row["id"], *(row[name] for name in program.MEASURES))
            for row in found
            if row["error"] is None
        ]
        assert len({row["query"] for row in found if row["error"] is None}) > 10
        # What cannot be compared has an error in both, by another name.
        failed = [row["query"] for row in found if row["error"] is not None]
        assert len(failed) == sum(answer["error"] is not None for answer in answers) > 0


def submissions(folder: Path) -> Path:
    texts = [text for text in texts_of(10, 40) if text and len(text) > 100]
    for number, text in enumerate(texts):
        path = folder / f"student {number:02}/essay.txt"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    (folder / "student 00/bad.pdf").write_bytes(b"%PDF-1.4 broken")
    return folder


LINES = ("file", "first_line", "last_line")


def lines(passage: dict[str, Any]) -> list[Any]:
    return [passage[side][part] for side in "ab" for part in LINES]


@pytest.mark.parametrize(
    "options", [{}, {"min_similarity": 0.5, "sort": "longest"}, {"limit": 2, "noise": 8}], ids=str
)
def test_compare(options: dict[str, Any], tmp_path: Path) -> None:
    hand_ins = submissions(tmp_path / "hand-ins")
    said = json.loads(
        program.run("compare", hand_ins, "--by", "dir", "--json", "-", *program.flags(options))
    )
    found = whorl.compare(hand_ins, by="directory", **options)
    assert json.loads(found.json) | {"run": 0} == said | {"run": 0}
    names = [one["name"] for one in said["submissions"]]
    assert found.submissions["name"].to_pylist() == names
    assert found.submissions["symbols"].to_pylist() == [
        one["symbols"] for one in said["submissions"]
    ]
    pairs = found.pairs.to_pylist()
    measures = ("score", "similarity", "containment_a", "longest", "evidence", "identical")
    assert [tuple(pair[name] for name in ("a", "b", *measures)) for pair in said["pairs"]] == [
        tuple(pair[name] for name in ("a", "b", *measures)) for pair in pairs
    ]
    assert [
        (number, passage["symbols"], passage["kind"], passage["identity"], *lines(passage))
        for number, pair in enumerate(said["pairs"])
        for passage in pair["passages"]
    ] == [
        (row["pair"], row["symbols"], row["kind"], row["identity"])
        + tuple(row[f"{part}_{side}"] for side in "ab" for part in LINES)
        for row in found.passages.to_pylist()
    ]
    assert [(one["path"], one["reason"], one["kind"]) for one in said["skipped"]] == [
        (one["name"], one["reason"], one["kind"]) for one in found.skipped.to_pylist()
    ]
    assert pairs and said["skipped"]


def test_registry(tmp_path: Path) -> None:
    rows = [row for row in rows_of(11) if row["text"]]
    lines = program.write_lines(tmp_path / "rows.jsonl", rows)
    program.run("registry", "create", tmp_path / "program")
    counts = json.loads(
        program.run("registry", "add", tmp_path / "program", lines, "--owner", "me", "--json")
    )
    with whorl.registry.create(tmp_path / "package") as registry:
        added = registry.add(rows, id="id", owner="me")
        assert {name: added[name] for name in ("added", "too_short", "fingerprints")} == {
            name: counts[name] for name in ("added", "too_short", "fingerprints")
        }
        assert added["added"] > 20
        asked = rows_of(11, 90)[50:]
        asked_lines = program.write_lines(
            tmp_path / "asked.jsonl", [row for row in asked if row["text"]]
        )
        said = [
            json.loads(line)
            for line in program.run(
                "registry", "search", tmp_path / "package", asked_lines, "--json"
            ).splitlines()
        ]
        found = registry.search([row["text"] for row in asked]).to_pylist()
        assert [
            (answer["query"], hit["name"], hit["shared"])
            + (hit["contained"]["value"], hit["evidence"])
            for answer in said
            for hit in answer["hits"]
        ] == [
            (asked[row["query"]]["id"], row["name"], row["shared"])
            + (row["contained"], row["evidence"])
            for row in found
        ]
        assert len(found) > 10
