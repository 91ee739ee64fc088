"""The function dedup and its result, with a stand-in for the native module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import whorl
from whorl import Dedup, InvalidArgumentError, dedup

TEXTS = ["a", "b", "a", None, "c", "b"]
DEFAULTS = {
    "resemblance": 0.5,
    "containment": 0.0,
    "survivor": "longest",
    "link": "survivor",
    "within": None,
    "keep": 1,
    "drop_clusters_over": None,
    "shingle": None,
    "sketch": "mod:25",
    "front_end": "",
    "store": None,
    "memory": 2 << 30,
    "threads": 0,
}


def test_defaults(native: ModuleType) -> None:
    dedup(TEXTS)
    (call,) = native.calls
    assert call == {
        "text": "text",
        "id": None,
        "options": DEFAULTS,
        "progress": None,
        "against": [],
    }


def test_options(native: ModuleType) -> None:
    def report(phase: str, done: int, total: int) -> None: ...

    table = pa.table({"body": TEXTS, "name": list("uvwxyz"), "quality": range(6)})
    table = table.append_column("lang", [["de"] * 6])
    dedup(
        table,
        text="body",
        id="name",
        resemblance=0.8,
        containment=0.9,
        survivor="field:quality",
        link="single",
        within="lang",
        keep=2,
        drop_clusters_over=9,
        shingle=3,
        sketch="all",
        front_end="words",
        store=Path("kept"),
        memory="512M",
        threads=3,
        progress=report,
    )
    (call,) = native.calls
    assert (call["text"], call["id"], call["progress"]) == ("body", "name", report)
    assert call["options"] == {
        "resemblance": 0.8,
        "containment": 0.9,
        "survivor": "field:quality",
        "link": "single",
        "within": "lang",
        "keep": 2,
        "drop_clusters_over": 9,
        "shingle": 3,
        "sketch": "all",
        "front_end": "words",
        "store": "kept",
        "memory": 512 << 20,
        "threads": 3,
    }


def test_column_of_the_survivor_is_read(native: ModuleType) -> None:
    rows = {"text": ["a"], "quality": [1]}
    dedup(rows, survivor="field:quality")
    with pytest.raises(InvalidArgumentError) as caught:
        dedup(rows, survivor="field:score")
    assert str(caught.value) == (
        "the dict of columns has no column 'score'; its columns are 'text', 'quality'"
    )
    frame = pl.DataFrame({"text": ["a"]})
    assert dedup(frame, id="text", survivor="field:text").kept().equals(frame)


def test_result(native: ModuleType) -> None:
    result = dedup(pd.Series(TEXTS))
    assert isinstance(result, Dedup)
    assert result.keep.to_pylist() == [True, True, False, False, True, False]
    assert result.kept().to_list() == ["a", "b", "c"]
    assert [(row["row"], row["kept_row"]) for row in result.removed.to_pylist()] == [(2, 0), (5, 1)]
    assert result.removed.column_names == [
        *("row", "id", "reason", "kept_row", "kept_id"),
        *("resemblance", "contained", "contains", "cluster"),
    ]
    assert result.skipped.to_pylist() == [
        {"row": 3, "name": "records:4", "reason": "null", "kind": "skipped"}
    ]
    assert result.stats["identical"] == 2


def test_kept_of_a_frame_by_both_reads(native: ModuleType) -> None:
    frame = pl.DataFrame({"text": TEXTS, "n": range(6)})
    for given in (frame, frame.lazy()):
        kept = dedup(given).kept()
        assert type(kept) is type(given)
        assert kept.lazy().collect()["n"].to_list() == [0, 1, 4]


def test_against(native: ModuleType) -> None:
    result = dedup(TEXTS, against=pl.DataFrame({"text": ["b", "z"]}))
    assert native.calls[-1]["against"] == ["b", "z"]
    assert result.kept() == ["a", "a", "c"]
    dedup(TEXTS, id=None, against=[Path("bench"), Path("more")])
    assert native.calls[-1]["against"] == ["bench", "more"]
    dedup(TEXTS, against="store")
    assert native.calls[-1]["against"] == ["store"]
    dedup({"text": ["a"], "id": [1]}, id="id", against=["b"])  # an id is not needed there
    with pytest.raises(InvalidArgumentError) as caught:
        dedup(TEXTS, against={"question": ["a"]})
    assert str(caught.value) == (
        "the dict of columns has no column 'text'; its columns are 'question'"
    )
    for same in (TEXTS, iter(TEXTS)):
        with pytest.raises(InvalidArgumentError) as caught:
            dedup(same, against=same)
        assert str(caught.value) == "against is the data itself: each row would match itself"
    with pytest.raises(InvalidArgumentError, match="cannot read the type NoneType"):
        dedup(None)


def test_paths(native: ModuleType) -> None:
    dedup([Path("a.jsonl"), Path("b.jsonl")], text="meta.text")
    assert native.calls[-1]["paths"] == ["a.jsonl", "b.jsonl"]
    assert native.calls[-1]["text"] == "meta.text"


def test_progress(native: ModuleType) -> None:
    seen: list[tuple[str, int, int]] = []
    dedup(TEXTS, progress=lambda *report: seen.append(report))
    assert seen == [("read", 1, 2), ("read", 2, 2)]


def test_repr(native: ModuleType) -> None:
    assert repr(dedup(TEXTS)) == ("dedup: 6 rows, 3 kept, 2 removed (2 identical), 1 skipped")
    assert repr(dedup(["a"])) == "dedup: 1 row, 1 kept, 0 removed, 0 skipped"
    assert repr(dedup([])) == "dedup: 0 rows, 0 kept, 0 removed, 0 skipped"
    result = dedup(["a"] * 11_990 + [None] * 10)
    result.stats.update(identical=11_000, lexical=900, same_sketch=80, similar=9)
    assert repr(result) == (
        "dedup: 12,000 rows, 1 kept, 11,989 removed (11,000 identical, 900 lexical, 80 same "
        "sketch, 9 similar), 10 skipped"
    )


def test_repr_counts_all_skipped_rows(native: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    result = dedup([None] * 12 + ["a"])
    first = result.skipped.to_pylist()[:3]  # as the library lists 10,000 at most
    monkeypatch.setattr(result._decisions, "skipped", native.Table(first, ["row", "kind"]))
    assert repr(result) == "dedup: 13 rows, 1 kept, 0 removed, 12 skipped"
    notes = [*first, {"row": 12, "kind": "fallback"}]  # the last one is a document
    monkeypatch.setattr(result._decisions, "skipped", native.Table(notes, ["row", "kind"]))
    assert repr(result) == "dedup: 13 rows, 1 kept, 0 removed, 12 skipped"
    result._decisions.stats["documents"] = 13  # a file that cannot be read has no row
    assert repr(result) == "dedup: 13 rows, 1 kept, 12 removed, 3 skipped"


def test_html(native: ModuleType) -> None:
    class Odd:
        __qualname__ = "<script>"

        def __iter__(self) -> Any:
            return iter(TEXTS)

    Odd.__name__ = "<b>&"
    result = dedup(Odd())
    page = result._repr_html_()
    assert page == (
        "<table><caption>dedup of the &lt;b&gt;&amp;</caption>"
        "<tr><th>rows</th><td>6</td></tr><tr><th>kept</th><td>3</td></tr>"
        "<tr><th>removed</th><td>2</td></tr><tr><th>skipped</th><td>1</td></tr>"
        "<tr><th>removed: identical</th><td>2</td></tr></table>"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": 0}, "threads=0: give a number from 1, or None for all"),
        ({"threads": True}, "threads=True: give a number from 1, or None for all"),
        ({"threads": 1.5}, "threads=1.5: give a number from 1, or None for all"),
        ({"text": ""}, "text='': give a name as a str"),
        ({"text": 5}, "text=5: give a name as a str"),
        ({"id": 5}, "id=5: give a name as a str"),
        ({"survivor": None}, "survivor=None: give a name as a str"),
        (
            {"memory": "lots"},
            "memory='lots': give a number of bytes as an int, or a string such as '512M' or '2G' "
            "(units K, M, G and T)",
        ),
    ],
)
def test_wrong_options(native: ModuleType, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        dedup(TEXTS, **options)
    assert str(caught.value) == message
    assert native.calls == []


def test_import_loads_no_other_library() -> None:
    script = """
import sys
sys.path[:0] = sys.argv[1:]
before = set(sys.modules)
import whorl
top = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(top - set(sys.stdlib_module_names)))
"""
    package = str(Path(whorl.__file__).parents[1])
    command = [sys.executable, "-c", script, package]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert loaded == ["whorl"]
