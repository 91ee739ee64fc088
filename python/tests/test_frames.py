"""Each kind of data: which rows are read, and the kept rows in the type that was given."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from kinds import IDS, KEEP, TABLE, TEXTS, kept_of, not_again, read, refused
from stand_in import array, rows_of
from whorl import _frames
from whorl._frames import open_data
from whorl._kinds.polars import CHANGED


def relation(sql: str = "FROM given") -> Any:
    connection = duckdb.connect()
    connection.register("given", TABLE)
    return connection.sql(sql)


# Tables: how one is made, its name, and how the ids of its rows are read.
TABLES: dict[str, tuple[Callable[[], Any], str, Callable[[Any], list[int]]]] = {
    "pyarrow": (lambda: TABLE, "pyarrow Table", lambda t: t["id"].to_pylist()),
    "pyarrow chunks": (
        lambda: pa.concat_tables([TABLE[:1], TABLE[1:1], TABLE[1:4], TABLE[4:]]),
        "pyarrow Table",
        lambda t: t["id"].to_pylist(),
    ),
    "pyarrow slice": (
        lambda: pa.concat_tables([TABLE, TABLE]).combine_chunks()[6:],
        "pyarrow Table",
        lambda t: t["id"].to_pylist(),
    ),
    "pyarrow batch": (
        lambda: TABLE.to_batches()[0],
        "pyarrow RecordBatch",
        lambda t: t["id"].to_pylist(),
    ),
    "pyarrow views": (
        lambda: pa.concat_tables([pa.table(part) for part in pl.DataFrame(TABLE).iter_slices(4)]),
        "pyarrow Table",
        lambda t: t["id"].to_pylist(),
    ),
    "pyarrow batch of views": (
        lambda: pa.table(pl.DataFrame(TABLE)).to_batches()[0],
        "pyarrow RecordBatch",
        lambda t: t["id"].to_pylist(),
    ),
    "polars": (lambda: pl.DataFrame(TABLE), "polars DataFrame", lambda t: t["id"].to_list()),
    "polars slice": (
        lambda: pl.concat([pl.DataFrame(TABLE)] * 2)[6:],
        "polars DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "polars lazy": (
        lambda: pl.DataFrame(TABLE).lazy(),
        "polars LazyFrame",
        lambda t: t.collect()["id"].to_list(),
    ),
    "pandas": (
        lambda: pd.DataFrame({"id": IDS, "text": TEXTS}, index=[7] * 6),
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "pandas objects": (
        lambda: pd.DataFrame({"id": IDS, "text": pd.Series(TEXTS, dtype=object)}),
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "pandas python strings": (
        lambda: pd.DataFrame({"id": IDS, "text": pd.Series(TEXTS, dtype="string[python]")}),
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "pandas arrow": (
        lambda: TABLE.to_pandas(types_mapper=pd.ArrowDtype),
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "pandas categories": (
        lambda: pd.DataFrame({"id": IDS, "text": pd.Categorical(TEXTS)}),
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "pandas slice": (
        lambda: pd.DataFrame({"id": [0, *IDS], "text": ["x", *TEXTS]})[1:],
        "pandas DataFrame",
        lambda t: t["id"].to_list(),
    ),
    "duckdb": (
        relation,
        "duckdb relation",
        lambda t: [row[0] for row in t.project("id").fetchall()],
    ),
    "datasets": (
        lambda: datasets.Dataset(TABLE),
        "datasets.Dataset",
        lambda t: list(t["id"]),
    ),
    "datasets select": (
        lambda: datasets.Dataset(pa.concat_tables([TABLE, TABLE[::-1]])).select(range(11, 5, -1)),
        "datasets.Dataset",
        lambda t: list(t["id"]),
    ),
    "rows": (lambda: TABLE.to_pylist(), "list of rows", lambda t: [row["id"] for row in t]),
    "tuple of rows": (
        lambda: tuple(TABLE.to_pylist()),
        "tuple of rows",
        lambda t: [row["id"] for row in t],
    ),
    "columns": (lambda: TABLE.to_pydict(), "dict of columns", lambda t: t["id"]),
    "numpy columns": (
        lambda: {"id": np.array(IDS), "text": tuple(TEXTS)},
        "dict of columns",
        lambda t: t["id"].tolist(),
    ),
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind: str) -> None:
    make, name, ids = TABLES[kind]
    given = make()
    assert read(given, "text") == [TEXTS]
    assert read(given, "text", "id") == [TEXTS, IDS]
    data = open_data(given, ("text", "id"))
    assert data.name == name
    assert data.paths is None
    for _batch in data.batches():
        pass
    kept = data.kept(array(KEEP))
    assert type(kept) is type(given)
    assert ids(kept) == kept_of(IDS)
    assert ids(given) == IDS


def all_rows(table: Any) -> list[Any]:
    """All rows of a table of any kind, with all columns."""
    if isinstance(table, pl.LazyFrame):
        return all_rows(table.collect())
    if isinstance(table, dict):
        return pa.table(table).to_pylist()
    if isinstance(table, pd.DataFrame):
        return list(zip(table.index, table.to_dict("records"), strict=True))
    for name in ("to_pylist", "to_dicts", "to_list"):
        if hasattr(table, name):
            return list(getattr(table, name)())
    return list(table)


@pytest.mark.parametrize("kind", TABLES)
def test_kept_rows_have_all_columns(kind: str) -> None:
    given = TABLES[kind][0]()
    data = open_data(given, ("text",))
    rows_of(data.batches(), "text")
    expected = kept_of(all_rows(given))
    assert len(expected) == 4
    assert all_rows(data.kept(array(KEEP))) == expected


@pytest.mark.parametrize("kind", TABLES)
def test_all_or_no_rows_are_kept(kind: str) -> None:
    make, _, ids = TABLES[kind]
    data = open_data(make(), ("text",))
    rows_of(data.batches(), "text")
    assert list(ids(data.kept(array([True] * 6)))) == IDS
    assert list(ids(data.kept(array([False] * 6)))) == []


@pytest.mark.parametrize("kind", TABLES)
def test_missing_column(kind: str) -> None:
    make, name, _ = TABLES[kind]
    given = make()
    if "rows" in kind:
        name, columns = "first row", "'id', 'other', 'text'"
    elif isinstance(given, (pd.DataFrame, dict)):
        columns = ", ".join(repr(str(column)) for column in given)
    else:
        columns = "'id', 'other', 'text'"
    expected = f"the {name} has no column 'body'; its columns are {columns}"
    for needed in (("body",), ("text", "body")):
        assert refused(read, given, *needed) == expected


EMPTY: dict[str, Callable[[], Any]] = {
    "pyarrow": lambda: TABLE[:0],
    "pyarrow batch": lambda: TABLE.to_batches()[0][:0],
    "polars": lambda: pl.DataFrame(TABLE)[:0],
    "polars lazy": lambda: pl.DataFrame(TABLE)[:0].lazy(),
    "pandas": lambda: pd.DataFrame({"id": [], "text": []}),
    "duckdb": lambda: relation("FROM given WHERE false"),
    "datasets": lambda: datasets.Dataset(TABLE).select([]),
    "columns": lambda: {"id": [], "text": []},
    "list": list,
    "tuple": tuple,
    "numpy": lambda: np.array([], dtype=object),
    "series": lambda: pl.Series([], dtype=pl.String),
}


@pytest.mark.parametrize("kind", EMPTY)
def test_empty(kind: str) -> None:
    given = EMPTY[kind]()
    data = open_data(given, ("text",))
    assert rows_of(data.batches(), "text") == []
    kept: Any = data.kept(array([]))
    assert type(kept) is type(given)
    if isinstance(kept, pl.LazyFrame):
        kept = kept.collect()
    if kind == "columns":
        assert kept == given
    else:
        assert len(kept) == 0


SERIES: dict[str, tuple[Callable[[], Any], str, Callable[[Any], list[Any]]]] = {
    "list": (lambda: list(TEXTS), "list of texts", list),
    "tuple": (lambda: tuple(TEXTS), "tuple of texts", list),
    "list with NaN": (
        lambda: [float("nan") if text is None else text for text in TEXTS],
        "list of texts",
        list,
    ),
    "numpy": (lambda: np.array(TEXTS, dtype=object), "numpy array", list),
    "numpy slice": (lambda: np.array(TEXTS[::-1], dtype=object)[::-1], "numpy array", list),
    "numpy with NaN": (
        lambda: np.array([np.nan if text is None else text for text in TEXTS], dtype=object),
        "numpy array",
        list,
    ),
    "pandas": (lambda: pd.Series(TEXTS, name="t", index=[1] * 6), "pandas Series", list),
    "pandas objects": (lambda: pd.Series(TEXTS, dtype=object), "pandas Series", list),
    "polars": (lambda: pl.Series("t", TEXTS), "polars Series", list),
    "pyarrow": (lambda: pa.array(TEXTS), "pyarrow StringArray", lambda a: a.to_pylist()),
    "pyarrow slice": (
        lambda: pa.array(["x", *TEXTS, "y"], pa.string_view())[1:-1],
        "pyarrow StringViewArray",
        lambda a: a.to_pylist(),
    ),
    "pyarrow chunks of views": (
        lambda: pa.chunked_array([TEXTS[:2], [], TEXTS[2:]], pa.string_view()),
        "pyarrow ChunkedArray",
        lambda a: a.to_pylist(),
    ),
    "pyarrow dictionary": (
        lambda: pa.array(TEXTS).dictionary_encode(),
        "pyarrow DictionaryArray",
        lambda a: a.to_pylist(),
    ),
    "pyarrow chunks": (
        lambda: pa.chunked_array([TEXTS[:2], [], TEXTS[2:]], pa.large_string()),
        "pyarrow ChunkedArray",
        lambda a: a.to_pylist(),
    ),
}


@pytest.mark.parametrize("kind", SERIES)
def test_texts_without_a_name(kind: str) -> None:
    make, name, values = SERIES[kind]
    given = make()
    assert read(given, "any name") == [TEXTS]
    data = open_data(given, ("text",))
    assert data.name == name
    kept: Any = data.kept(array(KEEP))
    assert type(kept) is type(given)
    assert values(kept) == kept_of(TEXTS)
    assert getattr(kept, "name", None) == getattr(given, "name", None)
    assert getattr(kept, "dtype", None) == getattr(given, "dtype", None)
    assert getattr(kept, "type", None) == getattr(given, "type", None)
    assert values(data.kept(array([False] * 6))) == []
    assert len(values(data.kept(array([True] * 6)))) == 6
    assert refused(open_data, given, ("text", "id")) == (
        f"the {name} has texts only, so it has no column 'id': give a table"
    )


@pytest.mark.parametrize("kind", ["pyarrow", "pyarrow slice", "pyarrow chunks of views"])
def test_runs_of_kept_rows(kind: str) -> None:
    data = open_data(SERIES[kind][0](), ("text",))
    for keep in ([0, 0, 1, 1, 0, 1], [1, 1, 1, 0, 0, 1], [0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 0, 0]):
        kept: Any = data.kept(array([bool(one) for one in keep]))
        assert kept.to_pylist() == [text for text, one in zip(TEXTS, keep, strict=True) if one]
    none = pa.chunked_array([], pa.string_view())
    assert open_data(none, ("text",)).kept(array([])) == none


def test_numpy_strings() -> None:
    strings = np.array(["a", "b", "ccc"])
    assert read(strings, "text") == [["a", "b", "ccc"]]
    kept = open_data(strings, ("text",)).kept(array([False, True, True]))
    assert isinstance(kept, np.ndarray) and kept.dtype == strings.dtype
    assert kept.tolist() == ["b", "ccc"]
    variable = np.array(["a", "b"], dtype=np.dtypes.StringDType())
    assert read(variable, "text") == [["a", "b"]]
    for wrong in (np.array([1, 2]), np.array([["a"]])):
        assert refused(open_data, wrong, ("text",)) == (
            f"a numpy array of dtype {wrong.dtype} and shape {wrong.shape} has no texts: give an "
            "array with one dimension, of objects or strings"
        )


def test_only_needed_columns_are_read() -> None:
    for kind in ("pyarrow", "polars", "polars lazy", "pandas", "duckdb", "datasets", "columns"):
        (batch,) = open_data(TABLES[kind][0](), ("text",)).batches()
        names = list(batch) if isinstance(batch, dict) else pa.table(batch).column_names
        assert names == ["text"], kind


def test_frames_are_not_copied() -> None:
    buffer = TABLE["text"].chunk(0).buffers()[2].address
    for given in (TABLE, TABLE.to_batches()[0], TABLE["text"], TABLE["text"].chunk(0)):
        (batch,) = open_data(given, ("text",)).batches()
        assert pa.table(batch)["text"].chunk(0).buffers()[2].address == buffer


def test_wrong_lists_and_dicts() -> None:
    cases: list[tuple[Any, str]] = [
        (["a", 5], "row 1 has the type int, not str"),
        ([b"a"], "row 0 has the type bytes, not str"),
        (pd.array([1, 2]).tolist(), "row 0 has the type int, not str"),
        ([{"text": "a"}, None], "row 1 has the type NoneType, not dict"),
        ({"text": ["a"], "n": []}, "the columns have different lengths: {'text': 1, 'n': 0}"),
        (
            {"text": "a"},
            "column 'text' has the type str: give lists, tuples or numpy arrays of one dimension",
        ),
        ({}, "the dict of columns has no column 'text'; it has no columns"),
        (
            5,
            "whorl cannot read the type int: give a table, texts, an iterable of batches, or paths",
        ),
        (
            None,
            "whorl cannot read the type NoneType: give a table, texts, an iterable of batches, or "
            "paths",
        ),
        (
            b"a",
            "whorl cannot read the type bytes: give a table, texts, an iterable of batches, or "
            "paths",
        ),
    ]
    for given, expected in cases:
        assert refused(read, given, "text") == expected


def test_column_names_in_messages() -> None:
    two = pa.table([["a"], ["b"]], names=["text", "text"])
    assert refused(open_data, two, ("text",)) == ("2 columns of the pyarrow Table are named 'text'")
    pandas_two = pd.DataFrame([["a", "b"]], columns=["text", "text"])
    assert refused(open_data, pandas_two, ("text",)) == (
        "2 columns of the pandas DataFrame are named 'text'"
    )
    numbers = pd.DataFrame([["a", "b"]])
    assert refused(open_data, numbers, ("text",)) == (
        "the pandas DataFrame has no column 'text'; its columns are 0, 1"
    )
    wide = {f"c{n}": ["a"] for n in range(1022)}
    message = refused(open_data, wide, ("text",))
    assert message.endswith("'c18', 'c19' and 1,002 more")


def test_pandas_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for kind in [kind for kind in TABLES if kind.startswith("pandas")]:
        given = TABLES[kind][0]() if kind != "pandas arrow" else pd.DataFrame({"text": TEXTS})
        (batch,) = open_data(given, ("text",)).batches()
        assert batch == {"text": TEXTS}, kind


def test_pandas_objects_are_read_without_pyarrow() -> None:
    mixed = pd.DataFrame({"text": pd.Series(["a", pd.NA, np.nan, 5], dtype=object)})
    assert read(mixed, "text") == [["a", None, None, 5]]


def test_lazy_frame_runs_again_in_the_same_order() -> None:
    count = 50_000
    frame = pl.DataFrame({"text": [f"t{n * 7919 % count}" for n in range(count)]})
    data = open_data(frame.with_row_index("x").lazy(), ("text",))
    assert rows_of(data.batches(), "text") == frame["text"].to_list()
    keep = [n % 3 == 0 for n in range(count)]
    kept: Any = data.kept(array(keep))
    expected = list(range(0, count, 3))
    assert kept.collect()["x"].to_list() == expected
    assert kept.collect(engine="streaming")["x"].to_list() == expected
    assert kept.select("x").head(3).collect()["x"].to_list() == [0, 3, 6]
    assert kept.filter(pl.col("x") % 2 == 0).collect()["x"].to_list() == expected[::2]
    assert kept.select(pl.len()).collect().item() == len(expected)


@pytest.mark.parametrize(
    "change",
    [lambda t: t[::-1], lambda t: [*t[1:], "new"], lambda t: [*t, "new"], lambda t: t[:-1]],
)
def test_lazy_frame_that_gives_other_rows_fails(change: Callable[[list[str]], list[str]]) -> None:
    runs = 0
    texts = [f"t{n}" for n in range(1000)]

    def rows(_: pl.DataFrame) -> pl.DataFrame:
        nonlocal runs
        runs += 1
        return pl.DataFrame({"text": texts if runs == 1 else change(texts)})

    lazy = pl.LazyFrame({"text": texts}).map_batches(rows, schema={"text": pl.String})
    data = open_data(lazy, ("text",))
    assert rows_of(data.batches(), "text") == texts
    kept: Any = data.kept(array([True] * 1000))
    # Of more or fewer rows, polars may complain itself.
    with pytest.raises(Exception, match=f"{re.escape(CHANGED)}|zip node received non-equal"):
        kept.collect()


def test_lazy_frame_of_categories_and_taken_names() -> None:
    lazy = pl.LazyFrame({"text": TEXTS, "whorl keep": IDS, "whorl hash": IDS}).with_columns(
        pl.col("text").cast(pl.Categorical)
    )
    data = open_data(lazy, ("text",))
    assert rows_of(data.batches(), "text") == TEXTS
    kept: Any = data.kept(array(KEEP))
    assert kept.collect()["whorl keep"].to_list() == kept_of(IDS)
    assert kept.collect()["whorl hash"].to_list() == kept_of(IDS)


@pytest.mark.parametrize("preserve", ["true", "false"])
def test_relation_that_gives_another_order_each_time(preserve: str) -> None:
    connection = duckdb.connect()
    connection.execute(f"SET threads = 4; SET preserve_insertion_order = {preserve}")
    given = connection.sql(
        "SELECT 't' || i AS text, i AS \"whorl row\" FROM range(100000) s(i) ORDER BY random()"
    )
    data = open_data(given, ("text",))
    texts = rows_of(data.batches(), "text")
    keep = [hash(text) % 3 == 0 for text in texts]
    kept: Any = data.kept(array(keep))
    assert kept.columns == ["text", "whorl row"]
    rows = kept.fetchall()
    assert [row[0] for row in rows] == [text for text, one in zip(texts, keep, strict=True) if one]
    assert all(text == f"t{number}" for text, number in rows)


def test_relation_with_odd_names_and_one_to_compare_against() -> None:
    odd = relation('SELECT text AS "te""xt", id FROM given')
    assert read(odd, 'te"xt', "id") == [TEXTS, IDS]
    data = open_data(odd, ('te"xt',), filtered=False)
    assert rows_of(data.batches(), 'te"xt') == TEXTS
    assert not_again(data).startswith("kept() cannot read the rows of the duckdb relation again")


def test_dataset_keeps_its_format() -> None:
    given = datasets.Dataset(TABLE).with_format("numpy")
    data = open_data(given, ("text",))
    assert rows_of(data.batches(), "text") == TEXTS
    kept: Any = data.kept(array(KEEP))
    assert kept.format["type"] == "numpy"


def test_splits_are_refused() -> None:
    part = datasets.Dataset(TABLE)
    splits = datasets.DatasetDict({"train": part, "test": part})
    assert refused(open_data, splits, ("text",)) == (
        "the DatasetDict has several splits ('train', 'test'): give one of them, "
        'dedup(ds["train"]), or remove from one what another has, '
        'dedup(ds["train"], against=ds["test"])'
    )
    lazy = datasets.IterableDatasetDict({"train": part.to_iterable_dataset()})
    assert refused(open_data, lazy, ("text",)).startswith(
        "the IterableDatasetDict has several splits ('train')"
    )


def test_objects_with_the_arrow_interface() -> None:
    class Foreign:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return TABLE.__arrow_c_stream__(requested_schema)

    given = Foreign()
    data = open_data(given, ("text",))
    assert list(data.batches()) == [given]
    assert rows_of(data.batches(), "text") == TEXTS
    assert not_again(data) == (
        "kept() cannot read the rows of the test_objects_with_the_arrow_interface.<locals>.Foreign "
        "again: use .keep, which has one bool a row, or convert it first: pyarrow.table(data)"
    )


def test_subclass_of_a_known_class() -> None:
    class Frame(pd.DataFrame):
        @property
        def _constructor(self) -> Any:
            return Frame

    data = open_data(Frame({"text": TEXTS}), ("text",))
    assert rows_of(data.batches(), "text") == TEXTS
    assert type(data.kept(array(KEEP))) is Frame


@pytest.mark.parametrize("batch_rows", [1, 4, 1000])
def test_batches_are_bounded(batch_rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = [_frames.stream, _frames.datasets, _frames.plain, _frames.pandas, _frames.polars]
    for module in kinds:
        monkeypatch.setattr(module, "BATCH_ROWS", batch_rows)
    for kind in ("polars lazy", "pandas", "pandas objects", "datasets", "rows", "columns"):
        batches = list(open_data(TABLES[kind][0](), ("text",)).batches())
        assert len(batches) >= -(-6 // batch_rows)
        assert sum((rows_of([batch], "text") for batch in batches), []) == TEXTS
    for kind in ("list", "numpy", "pandas"):
        batches = list(open_data(SERIES[kind][0](), ("text",)).batches())
        assert len(batches) == -(-6 // batch_rows)
