"""Data that is read once: iterators of batches, rows and texts, readers, and paths."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import polars as pl
import pytest

from kinds import IDS, TABLE, TEXTS, not_again, read, refused
from stand_in import rows_of
from whorl import _frames
from whorl._frames import open_data
from whorl._kinds import data as data_module


def streams() -> dict[str, tuple[Any, str, str]]:
    rest = "collect the rows first, for example in a pyarrow Table or a list"
    frames = [pl.DataFrame(TABLE)[:2], pl.DataFrame(TABLE)[2:]]
    dicts = [TABLE[:2].to_pydict(), {"text": [], "id": ()}, TABLE[2:].to_pydict()]
    return {
        "reader": (
            TABLE.to_reader(max_chunksize=4),
            "pyarrow RecordBatchReader",
            "read it into a table first: reader.read_all()",
        ),
        "hub": (
            datasets.Dataset(TABLE).to_iterable_dataset(),
            "datasets.IterableDataset",
            "load the dataset without streaming=True",
        ),
        "arrow batches": (iter(TABLE.to_batches(max_chunksize=4)), "list_iterator", rest),
        "frames": ((frame for frame in frames), "generator", rest),
        "list of frames": (frames, "list", rest),
        "dicts": (iter(dicts), "list_iterator", rest),
        "list of dicts": (dicts, "list", rest),
        "rows": (iter(TABLE.to_pylist()), "list_iterator", rest),
    }


@pytest.mark.parametrize("kind", streams())
@pytest.mark.parametrize("batch_rows", [1, 4, 6, 1000])
def test_streams(kind: str, batch_rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (_frames.stream, _frames.datasets, data_module):
        monkeypatch.setattr(module, "BATCH_ROWS", batch_rows)
    for column, expected in (("text", TEXTS), ("id", IDS)):
        given, name, advice = streams()[kind]
        data = open_data(given, ("text", "id"))
        assert rows_of(data.batches(), column) == expected
        assert data.name == name
        assert not_again(data) == (
            f"kept() cannot read the rows of the {name} again: use .keep, which has one bool a "
            f"row, or {advice}"
        )


def test_stream_of_texts() -> None:
    assert read((text for text in TEXTS), "text") == [TEXTS]
    assert read(iter([None, "a"]), "text") == [[None, "a"]]
    assert read({"a": 1}.keys(), "text") == [["a"]]
    assert read(iter([]), "text") == [[]]
    assert refused(read, iter(["a"]), "text", "id") == (
        "the iterable of texts has texts only, so it has no column 'id': give a table"
    )


def test_rows_without_a_key_have_a_missing_value() -> None:
    rows = [{"text": "a", "id": 1}, {"id": 2}, {"text": None}, {"text": float("nan"), "id": 4}]
    expected = [["a", None, None, None], [1, 2, None, 4]]
    assert read(rows, "text", "id") == expected
    assert rows_of(open_data(iter(rows), ("text", "id")).batches(), "text") == expected[0]


def test_batches_after_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (_frames.stream, _frames.plain):
        monkeypatch.setattr(module, "BATCH_ROWS", 2)
    rows: list[Any] = [{"text": "a"}, {"text": "b"}, {}, {"text": "c"}]
    texts: list[Any] = ["a", "b", "c", "d"]
    for given in (rows, iter(rows)):
        assert read(given, "text") == [["a", "b", None, "c"]]
    for given in ([*rows, 5], iter([*rows, 5])):
        assert refused(read, given, "text") == "row 4 has the type int, not dict"
    for given in ([*texts, 5], iter([*texts, 5]), np.array([*texts, 5], dtype=object)):
        assert refused(read, given, "text") == "row 4 has the type int, not str"


def test_stream_that_changes() -> None:
    batches = TABLE.to_batches(max_chunksize=3)
    cases: list[tuple[list[Any], str]] = [
        (["a", 5], "row 1 has the type int, not str"),
        ([{"text": "a"}, "b"], "row 1 has the type str, not dict"),
        ([{"text": ["a"]}, "b"], "item 1 has the type str; the first item is a dict"),
        (
            [batches[0], {"text": ["a"]}],
            "item 1 has the type dict; the first item is an Arrow batch",
        ),
        (
            [5],
            "the first item has the type int: give batches (Arrow, or dicts of lists), rows "
            "(dicts) or texts (str)",
        ),
        ([{"text": ["a"]}, {"t": ["a"]}], "the batch 1 has no column 'text'; its columns are 't'"),
        ([{"text": ["a"]}, {"text": "a"}], "column 'text' of batch 1 has the type str, not list"),
        ([{"t": ["a"]}], "the first item has no column 'text'; its columns are 't'"),
        ([{}], "the first item has no column 'text'; it has no columns"),
    ]
    for items, expected in cases:
        assert refused(read, iter(items), "text") == expected
    uneven = iter([{"text": ["a"], "id": []}])
    data = open_data(uneven, ("text", "id"))
    assert refused(list, data.batches()) == (
        "the columns of batch 0 have different lengths: {'text': 1, 'id': 0}"
    )


def test_error_of_a_source_is_not_changed() -> None:
    def failing() -> Any:
        yield {"text": ["a"]}
        raise KeyError("mine")

    batches = open_data(failing(), ("text",)).batches()
    next(batches)
    with pytest.raises(KeyError, match="mine"):
        next(batches)


def test_stream_of_the_hub_without_known_columns() -> None:
    stream = datasets.IterableDataset.from_generator(lambda: iter([{"text": "a"}, {"text": "b"}]))
    assert stream.column_names is None
    assert read(stream, "text") == [["a", "b"]]
    assert refused(read, stream, "body") == (
        "the datasets.IterableDataset has no column 'body'; its columns are 'text'"
    )


def test_paths(tmp_path: Path) -> None:
    class Odd:
        def __fspath__(self) -> bytes:
            return b"\xff.txt"

    cases: list[tuple[Any, list[str]]] = [
        ("a/*.txt", ["a/*.txt"]),
        (Path("b.jsonl"), ["b.jsonl"]),
        ([Path("b"), Path("c")], ["b", "c"]),
        ((Path("b"),), ["b"]),
        (Odd(), ["\udcff.txt"]),
    ]
    for given, expected in cases:
        data = open_data(given, ("text", "id"))
        assert data.paths == expected
        assert not_again(data) == (
            "kept() has no rows if the data is paths: use .keep and .removed, or run the program "
            "whorl dedup, which writes the kept documents"
        )
    assert refused(open_data, [Path("b"), "c"], ("text",)) == (
        "1 of 2 items are paths: give paths only, or texts only"
    )


def test_list_of_strings_that_name_files(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    with pytest.warns(UserWarning) as caught:
        data = open_data([str(file), str(file)], ("text",))
    assert str(caught[0].message) == (
        "each string of this list names a file; whorl compares the strings as texts: give "
        "pathlib.Path objects to read the files"
    )
    assert rows_of(data.batches(), "text") == [str(file), str(file)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        open_data([str(file), "a sentence."], ("text",))
        open_data(["a\0b.", "x" * 5000 + "."], ("text",))
