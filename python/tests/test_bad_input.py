"""What is said of wrong options, wrong columns and wrong stores, word by word."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import whorl

TEXTS = ["one two three four five six seven eight nine ten eleven twelve"] * 3
TABLE = pa.table({"text": TEXTS, "id": ["a", "a", "b"], "n": [1, 2, 3]})


def message(
    error: type[BaseException], call: Callable[..., Any], *given: Any, **options: Any
) -> str:
    with pytest.raises(error) as caught:
        call(*given, **options)
    assert isinstance(caught.value, whorl.Error)
    return str(caught.value)


SHARE = "give a number from 0 to 1"
WORD = "give a str"
PATH = "give a path as a str or os.PathLike"
SYMBOLS = "give a whole number from 1 to 4,294,967,295"
THREADS = "give a number from 1, or None for all"
MEMORY = (
    "give a number of bytes as an int, or a string such as '512M' or '2G' (units K, M, G and T)"
)
FLAG = "give True or False"
PROGRESS = "give None, True, False or a function of (phase: str, done: int, total: int)"

COLLECTION: dict[str, tuple[str, list[Any]]] = {
    "resemblance": (SHARE, ["x", None, True, -0.1, 1.5, float("nan"), [0.5]]),
    "containment": (SHARE, ["x", None, True, -0.1, 1.5, 1e400]),
    "survivor": ("give a name as a str", [None, 5, ""]),
    "link": (WORD, [None, 5]),
    "shingle": (f"{SYMBOLS}, or None", ["x", 0, 1.5, True, 1 << 40]),
    "sketch": (WORD, [None, 5]),
    "front_end": (WORD, [None, 5]),
    "memory": (MEMORY, [None, 1.5, "much", 0, -1]),
    "threads": (THREADS, ["x", 0, -1, 1.5, True, 1 << 40]),
    "text": ("give a name as a str", [None, 5, "", "\udc80"]),
    "id": ("give a name as a str", [5, "", "\udc80"]),
    "progress": (PROGRESS, [5, "yes"]),
}


@pytest.mark.parametrize("option", COLLECTION)
def test_wrong_options_of_collections(option: str, tmp_path: Path) -> None:
    expected, values = COLLECTION[option]
    for value in values:
        said = f"{option}={value!r}: {expected}"
        wrong = {option: value}
        assert message(whorl.InvalidArgumentError, whorl.dedup, TABLE, **wrong) == said
        given = (TABLE, tmp_path / "s")
        assert message(whorl.InvalidArgumentError, whorl.cluster, *given, **wrong) == said
    assert list(tmp_path.iterdir()) == []


def test_wrong_options_of_stores(tmp_path: Path) -> None:
    store = whorl.cluster(TABLE, tmp_path / "store")
    registry = whorl.registry.create(tmp_path / "registry")
    lists = "give a str or a list of them"
    paths = f"{PATH}, or a list of them"
    wrong: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, tuple[Any, str]]]] = [
        (whorl.dedup, (TABLE,), {"store": (5, f"{PATH}, or None")}),
        (whorl.cluster, (TABLE, tmp_path / "s"), {"positions": ("yes", FLAG)}),
        (whorl.cluster, (TABLE,), {"store": (5, PATH)}),
        (whorl.open, (), {"path": (None, PATH)}),
        (whorl.add, (TABLE, store.path), {"name": (5, WORD), "memory": ("x", MEMORY)}),
        (store.add, (TABLE,), {"threads": (0, THREADS), "text": (5, "give a name as a str")}),
        (
            store.query,
            ("a",),
            {
                "resemblance": (2, SHARE),
                "containment": ("x", SHARE),
                "limit": (-1, "give a whole number from 0"),
                "threads": ("x", THREADS),
                "progress": (5, PROGRESS),
            },
        ),
        (store.cluster_of, (), {"name": (5, WORD)}),
        (store.recluster, (), {"resemblance": ("x", SHARE), "link": (5, WORD)}),
        (whorl.fingerprint, ("a",), {"recipe": (5, WORD), "threads": (0, THREADS)}),
        (
            whorl.sketch,
            ("a",),
            {
                "shingle": ("x", SYMBOLS),
                "sketch": (5, WORD),
                "front_end": (5, WORD),
                "threads": (-1, THREADS),
            },
        ),
        (whorl.passages, ("a", "b"), {"recipe": (5, WORD), "min_identity": ("x", SHARE)}),
        (whorl.compare, (), {"paths": (5, paths)}),
        (
            whorl.compare,
            (tmp_path,),
            {
                "base": (5, paths),
                "archive": ([5], paths),
                "by": (5, WORD),
                "layout": (None, WORD),
                "metadata": (5, f"{PATH}, or None"),
                "include": (5, lists),
                "exclude": ([5], lists),
                "language": (5, WORD),
                "normalize": (5, WORD),
                "noise": ("x", f"{SYMBOLS}, or None"),
                "guarantee": (0, f"{SYMBOLS}, or None"),
                "recipe": (5, WORD),
                "min_similarity": ("30%", SHARE),
                "limit": (-1, "give a whole number from 0"),
                "sort": (5, WORD),
                "memory": (None, MEMORY),
                "threads": (True, THREADS),
                "progress": (5, PROGRESS),
            },
        ),
        (whorl.registry.create, (), {"folder": (5, PATH)}),
        (
            whorl.registry.create,
            (tmp_path / "r",),
            {"scheme": (5, WORD), "recipe": (None, WORD), "key": (5, f"{PATH}, or None")},
        ),
        (whorl.registry.open, (tmp_path / "registry",), {"write": (1, FLAG)}),
        (
            registry.add,
            (TABLE,),
            {name: (5, WORD) for name in ("owner", "group", "date", "url", "contact")},
        ),
        (
            registry.search,
            ("a",),
            {
                "limit": (1.5, "give a whole number from 0"),
                "containment": (2, SHARE),
                "only_owner": (5, WORD),
                "exclude_owner": (5, WORD),
                "since": (5, WORD),
                "singles": (1, FLAG),
                "threads": (0, THREADS),
            },
        ),
        (registry.remove, (), {name: (5, WORD) for name in ("owner", "group", "name")}),
    ]
    for call, given, options in wrong:
        for name, (value, expected) in options.items():
            said = message(whorl.InvalidArgumentError, call, *given, **{name: value})
            assert said == f"{name}={value!r}: {expected}", call
    assert sorted(path.name for path in tmp_path.iterdir()) == ["registry", "store"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"survivor": "best"}, "survivor='best': give one of longest, first, newest, field:NAME"),
        (
            {"survivor": "field:"},
            "survivor='field:': give one of longest, first, newest, field:NAME",
        ),
        ({"link": "double"}, "link='double': give one of survivor, single"),
        ({"link": ""}, "link='': give one of survivor, single"),
        (
            {"sketch": "half"},
            "invalid sketch 'half'; use mod:25, min:400, vi or all (numbers up to 1048576)",
        ),
        ({"front_end": "runes"}, "'runes' is not a tokenizer; `whorl methods` lists them"),
        ({"resemblance": 0}, "give a threshold of resemblance or of containment"),
    ],
    ids=str,
)
def test_words_that_are_unknown(options: dict[str, Any], said: str) -> None:
    assert message(whorl.InvalidArgumentError, whorl.dedup, TABLE, **options) == said


def test_values_of_other_libraries_are_read() -> None:
    result = whorl.dedup(
        TABLE, resemblance=np.float32(0.5), shingle=np.int64(3), threads=np.int32(1)
    )
    assert result.keep.to_pylist() == [True, False, False]


class Stream:
    """An object that has the Arrow interface and nothing else."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)


def test_no_column_of_texts() -> None:
    has = {"body": TEXTS, "n": [1, 2, 3]}
    listed = "its columns are 'body', 'n'"
    for data, name in [
        (pa.table(has), "the pyarrow Table has no column 'text'"),
        (pl.DataFrame(has), "the polars DataFrame has no column 'text'"),
        (pd.DataFrame(has), "the pandas DataFrame has no column 'text'"),
        (has, "the dict of columns has no column 'text'"),
        ([{"body": "a", "n": 1}], "the first row has no column 'text'"),
        (iter([has]), "the first item has no column 'text'"),
        (Stream(pa.table(has)), "the table has no column 'text' for the texts"),
        (iter([pa.record_batch(has)]), "the table has no column 'text' for the texts"),
    ]:
        assert message(whorl.InvalidArgumentError, whorl.dedup, data) == f"{name}; {listed}"
    said = message(whorl.InvalidArgumentError, whorl.dedup, TABLE, id="url")
    assert said == "the pyarrow Table has no column 'url'; its columns are 'text', 'id', 'n'"
    said = message(whorl.InvalidArgumentError, whorl.dedup, Stream(TABLE), id="url")
    assert said == "the table has no column 'url' for the ids; its columns are 'text', 'id', 'n'"


def test_columns_of_another_type() -> None:
    reads = "whorl reads texts: utf8, binary, or a dictionary of them"
    for data in (TABLE, pl.DataFrame(TABLE), Stream(TABLE), TABLE.to_batches()[0]):
        said = message(whorl.ColumnTypeError, whorl.dedup, data, text="n")
        assert said == f"column 'n' has the Arrow type 'l'; {reads}"
    times = pa.table({"text": TEXTS, "id": [0.5, 1, 2], "date": [None, None, "2024"]})
    said = message(whorl.ColumnTypeError, whorl.dedup, times, id="id")
    assert said == "column 'id' has the Arrow type 'g'; whorl reads ids: texts or integers"
    said = message(whorl.ColumnTypeError, whorl.dedup, times, survivor="field:text")
    assert said == "column 'text' has the Arrow type 'u'; whorl reads numbers: integers or floats"
    said = message(whorl.ColumnTypeError, whorl.dedup, Stream(pa.chunked_array([TEXTS])))
    assert said == "the texts has the Arrow type 'u'; whorl needs a table with named columns"
    said = message(whorl.ColumnTypeError, whorl.dedup, {"text": ["a", 7]})
    assert said == "column 'text': row 1 is int; a text is str, bytes or None"
    assert message(whorl.InvalidArgumentError, whorl.dedup, ["a", 7]) == (
        "row 1 has the type int, not str"
    )
    # Each is also a TypeError.
    with pytest.raises(TypeError):
        whorl.dedup(TABLE, text="n")


@pytest.mark.parametrize("texts", [5, {"a": "b"}, {"a", "b"}, None, 1.5])
def test_what_is_no_column_of_texts(texts: Any, tmp_path: Path) -> None:
    kind = type(texts).__name__
    said = f"{kind} is no column of texts: give a str, a list or an Arrow array of them"
    store = whorl.cluster(TABLE, tmp_path / "store")
    registry = whorl.registry.create(tmp_path / "registry")
    for call in (whorl.fingerprint, whorl.sketch, store.query, registry.search):
        assert message(whorl.ColumnTypeError, call, texts) == said
    for given in ((texts, "a"), ("a", texts)):
        name = "ab"[given[0] == "a"]
        said = f"{name} is {type(texts).__name__}: give one str or bytes"
        assert message(whorl.ColumnTypeError, whorl.passages, *given) == said


def test_rows_that_are_null_as_a_whole() -> None:
    """An array of structs has nulls of its own; what its children have there does not count."""
    structs = pa.StructArray.from_arrays(
        [pa.array(TEXTS), pa.array(["x", "y", "z"])],
        ["text", "id"],
        mask=pa.array([False, True, False]),
    )

    class Structs:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return structs.__arrow_c_array__(requested_schema)

    result = whorl.dedup(Structs(), id="id")
    assert result.keep.to_pylist() == [True, False, False]
    assert result.skipped["row"].to_pylist() == [1]
    assert result.removed["id"].to_pylist() == ["z"]


def test_ids_that_repeat(tmp_path: Path) -> None:
    """Ids are names, not keys: rows tell equal ones apart."""
    removed = whorl.dedup(TABLE, id="id").removed.to_pylist()
    assert [(row["row"], row["id"], row["kept_row"], row["kept_id"]) for row in removed] == [
        (1, "a", 0, "a"),
        (2, "b", 0, "a"),
    ]
    store = whorl.cluster(TABLE, tmp_path / "store", id="id")
    assert store.documents()["id"].to_pylist() == ["a", "a", "b"]
    assert store.cluster_of("a")["row"].to_pylist() == [0, 1, 2]
    assert message(whorl.NotFoundError, store.cluster_of, "zz").startswith("zz: ")
    with whorl.registry.create(tmp_path / "registry") as registry:
        # A registry knows a document by its name: the last one of two counts.
        assert registry.add(TABLE, id="id")["added"] == 2
        assert sorted(registry.documents()["name"].to_pylist()) == ["a", "b"]


def test_rows_without_a_text_or_with_an_empty_one() -> None:
    result = whorl.dedup([TEXTS[0], None, "", TEXTS[0]])
    assert result.keep.to_pylist() == [True, False, True, False]
    assert result.skipped.to_pylist() == [
        {"row": 1, "name": "records:2", "reason": "is null: it has no text", "kind": "skipped"},
        {
            "row": 2,
            "name": "records:3",
            "reason": "is empty and similar to no document",
            "kind": "fallback",
        },
    ]
    assert repr(result) == "dedup: 4 rows, 2 kept, 1 removed (1 identical), 1 skipped"


def test_stores_of_others(tmp_path: Path) -> None:
    store = tmp_path / "store"
    whorl.cluster(TABLE, store).close()
    before = {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}
    assert message(whorl.InvalidArgumentError, whorl.cluster, TABLE, store, shingle=3) == (
        f"{store}: was made with shingle = 5, not 3: use the same settings, or name another directory"
    )
    assert message(whorl.InvalidArgumentError, whorl.cluster, TABLE[:2], store) == (
        "inputs changed: the records differ from those read before; remove the store to start "
        "over, or name another"
    )
    assert message(whorl.InvalidArgumentError, whorl.add, TABLE, store) == (
        "name='': give this data a name of its own, such as 'march'"
    )
    assert message(whorl.NotFoundError, whorl.open, tmp_path / "none") == (
        f"{tmp_path}/none: is not a store; build one with `whorl cluster INPUT... -o STORE`"
    )
    assert {path: path.read_bytes() for path in store.rglob("*") if path.is_file()} == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("mine")
    message(whorl.InvalidArgumentError, whorl.cluster, TABLE, tmp_path / "mine")
    assert (tmp_path / "mine/letter.txt").read_text() == "mine"


def test_names_that_are_no_utf8(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    for name in (b"a\xff.txt", b"b\xff.txt"):
        (folder / os.fsdecode(name)).write_text(TEXTS[0] * 9)
    assert whorl.dedup(folder).keep.to_pylist() == [True, False]
    report = whorl.compare(folder, by="file")
    assert pa.table(report.pairs).num_rows == 1
    pa.table(report.pairs).validate(full=True)
    saved = report.save(tmp_path / os.fsdecode(b"report \xe9"))
    assert [Path(path).exists() for path in saved] == [True] * len(saved) and saved
    store = whorl.cluster(folder, folder.parent / os.fsdecode(b"store \xe9"))
    assert len(store.recluster(resemblance=0.6)) > 0
    assert len(store) == 2
    store.add(["a text of five words"], name="more")
    registry = whorl.registry.create(tmp_path / os.fsdecode(b"registry \xe9"))
    assert registry.add(folder)["added"] == 2
    said = message(whorl.NotFoundError, whorl.dedup, tmp_path / os.fsdecode(b"n\xe9"))
    assert os.fsencode(said).startswith(os.fsencode(tmp_path / os.fsdecode(b"n\xe9")))


def test_a_glob_is_one_glob(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.py"):
        (tmp_path / name).write_text(TEXTS[0] * 9)
    report = whorl.compare(tmp_path, include="*.txt")
    assert report.submissions["name"].to_pylist() == ["a.txt", "b.txt"]
    assert len(whorl.compare(tmp_path, exclude=["*.py"]).submissions) == 2


def test_signals_while_native_code_reads_or_makes_a_list() -> None:
    """One step of Python reads or makes many objects; a signal has to end that step too."""

    class Stops(Exception):
        pass

    def stop(number: int, frame: object) -> None:
        raise Stops

    class Text(str):
        def isascii(self) -> bool:
            os.kill(os.getpid(), signal.SIGALRM)
            return True

    array = whorl.fingerprint(["a b c d e f g h"] * 100_000, "words/k=3/winnow:w=2")
    before = signal.signal(signal.SIGALRM, stop)
    try:
        with pytest.raises(Stops):
            whorl.fingerprint([Text("a"), *["a"] * 3_000])
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(Stops):
            array.to_pylist()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(array.to_pylist()) == 100_000
