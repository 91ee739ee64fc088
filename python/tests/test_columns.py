"""Columns of every kind give what a list of the same texts gives, without a copy."""

import gc
import pathlib
import sys

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import whorl

RECIPE = "words/k=3/winnow:w=2"
TEXTS = [
    "one two three four five six seven eight",
    None,
    "",
    "Gött und die Wélt – eins zwei drei vier fünf sechs",
    "短い文章です。これは日本語のテキストです。",
    "a text of more than twelve bytes",
    "short",
]


def expected():
    return whorl.fingerprint(TEXTS, RECIPE).to_pylist()


def dictionary(texts):
    return pa.array(texts).dictionary_encode()


COLUMNS = {
    "utf8": lambda: pa.array(TEXTS, pa.string()),
    "large utf8": lambda: pa.array(TEXTS, pa.large_string()),
    "utf8 view": lambda: pa.array(TEXTS, pa.string_view()),
    "binary": lambda: pa.array(TEXTS, pa.string()).cast(pa.binary()),
    "large binary": lambda: pa.array(TEXTS, pa.string()).cast(pa.large_binary()),
    "binary view": lambda: pa.array(
        [text if text is None else text.encode() for text in TEXTS], pa.binary_view()
    ),
    "dictionary": lambda: dictionary(TEXTS),
    "dictionary of int64": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, None, 1, 2, 3, 4, 5], pa.int64()), pa.array([t for t in TEXTS if t is not None])
    ),
    "chunks": lambda: pa.chunked_array([TEXTS[:3], [], TEXTS[3:]]),
    "slice": lambda: pa.array(["x", *TEXTS, "y"])[1:-1],
    "slice of a dictionary": lambda: dictionary(["x", *TEXTS, "y"])[1:-1],
    "slice of views": lambda: pa.array(["x", *TEXTS, "y"], pa.string_view())[1:-1],
    "polars": lambda: pl.Series(TEXTS),
    "polars categories": lambda: pl.Series(TEXTS, dtype=pl.Categorical),
    "tuple": lambda: tuple(TEXTS),
    "numpy": lambda: np.array(TEXTS, dtype=object),
    "bytes": lambda: [text if text is None else text.encode() for text in TEXTS],
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_of_any_kind_gives_the_same(kind):
    assert whorl.fingerprint(COLUMNS[kind](), RECIPE).to_pylist() == expected()


def test_texts_and_nulls():
    rows = expected()
    assert rows[1] is None
    assert rows[2] == []
    assert [sorted(item) for item in rows[0]] == [["hash", "position"]] * len(rows[0])
    assert len(rows[0]) >= 2


def test_columns_without_rows():
    for empty in ([], pa.array([], pa.string()), pa.chunked_array([], pa.string()), pl.Series([""])[:0]):
        assert whorl.fingerprint(empty, RECIPE).to_pylist() == []
        assert len(whorl.sketch(empty)) == 0


def test_a_column_of_nulls():
    assert whorl.fingerprint(pa.nulls(3), RECIPE).to_pylist() == [None] * 3


def test_one_str_is_a_column_of_one_row():
    assert whorl.fingerprint(TEXTS[0], RECIPE).to_pylist() == expected()[:1]


def test_any_number_of_threads_gives_the_same():
    texts = [f"{text} {i}" for i in range(3000) for text in TEXTS if text]
    one = pa.array(whorl.fingerprint(texts, RECIPE, threads=1))
    assert one.equals(pa.array(whorl.fingerprint(texts, RECIPE, threads=2)))
    sketches = [whorl.sketch(texts, threads=n) for n in (1, 2)]
    assert pa.array(sketches[0].hashes).equals(pa.array(sketches[1].hashes))


def test_exported_arrays_are_valid():
    result = whorl.fingerprint(TEXTS, RECIPE)
    array = pa.array(result)
    array.validate(full=True)
    assert array.to_pylist() == result.to_pylist()
    assert pa.array(result[2:5]).to_pylist() == result.to_pylist()[2:5]
    pa.array(result[2:5]).validate(full=True)
    assert pl.Series(result).to_list() == result.to_pylist()


def test_rows_and_slices_of_an_array():
    result = whorl.fingerprint(TEXTS, RECIPE)
    assert result[-1] == result.to_pylist()[-1]
    assert result[1] is None
    assert result[3:][0] == result[3]
    with pytest.raises(IndexError, match="row 7 of 7"):
        result[7]
    with pytest.raises(ValueError, match="step of 1"):
        result[::2]


def test_exports_live_longer_than_the_array():
    array = pa.array(whorl.fingerprint(TEXTS, RECIPE))
    gc.collect()
    assert array.to_pylist() == expected()
    schema, capsule = whorl.fingerprint(TEXTS, RECIPE).__arrow_c_array__()
    del schema, capsule  # no library has imported them


def test_a_column_is_not_copied():
    column = pa.array(["word " * 2_000_000])
    before = pa.total_allocated_bytes()
    whorl.sketch(column)
    assert pa.total_allocated_bytes() == before


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pa.array([1, 2]), "the column of texts has the Arrow type 'l'; whorl reads texts"),
        (pa.table({"text": ["a"]}), "the column of texts has the Arrow type '+s'"),
        ([1], "the column of texts: row 0 is int; a text is str, bytes or None"),
        (["a", 2.5], "the column of texts: row 1 is float"),
        (7, "int"),
    ],
)
def test_what_is_no_column_of_texts_is_named(column, message):
    with pytest.raises(TypeError) as raised:
        whorl.fingerprint(column, RECIPE)
    assert message in str(raised.value)


def test_a_wrong_recipe_is_an_error_of_both_kinds():
    with pytest.raises(whorl.InvalidArgumentError, match="kgram"):
        whorl.fingerprint(TEXTS, "words/kgram=3")
    with pytest.raises(ValueError):
        whorl.fingerprint(TEXTS, "words/kgram=3")


def test_nothing_leaks():
    def size():
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096

    column = pa.array(TEXTS * 200)
    frame = pa.table({"text": column})

    def once():
        pa.array(whorl.fingerprint(column, RECIPE))
        whorl.sketch(TEXTS)[0].hashes.__arrow_c_array__()
        whorl.sketch(frame["text"])
        whorl.passages(TEXTS[0], TEXTS[0]).to_pylist()

    for _ in range(100):
        once()
    gc.collect()
    before = size()
    references = sys.getrefcount(TEXTS[0])
    for _ in range(1000):
        once()
    gc.collect()
    assert size() - before < 8 << 20
    assert sys.getrefcount(TEXTS[0]) < references + 100
