"""Sketcher: sketches as a column of a dataset, which datasets caches."""

import json
import pickle
from pathlib import Path

import pytest

import whorl

datasets = pytest.importorskip("datasets")

TEXTS = [" ".join(f"word{i * step % 97}" for i in range(300)) for step in (1, 2, 3)]


def test_each_row_has_the_bytes_of_its_sketch() -> None:
    data = datasets.Dataset.from_dict({"text": [TEXTS[0], None, TEXTS[1]]})
    made = data.map(whorl.Sketcher(shingle=5, sketch="min:64"), batched=True)
    expected = whorl.sketch(TEXTS, shingle=5, sketch="min:64")
    assert made["sketch"][1] is None
    assert [whorl.Sketch.from_bytes(made["sketch"][row]) for row in (0, 2)] == [
        expected[0],
        expected[1],
    ]


def test_one_row_at_a_time_and_other_columns() -> None:
    data = datasets.Dataset.from_dict({"body": [TEXTS[0], None]})
    made = data.map(whorl.Sketcher("body", output="s"))
    assert made["s"] == [whorl.sketch(TEXTS[0])[0].to_bytes(), None]
    arrow = data.with_format("arrow").map(whorl.Sketcher("body", output="s"), batched=True)
    assert arrow.with_format(None)["s"] == made["s"]


def test_equal_options_pickle_to_equal_bytes() -> None:
    name = "".join(["te", "xt"])  # another object than the literal
    first = whorl.Sketcher("text", output="text")
    second = whorl.Sketcher(name, output="text", shingle=10, sketch="mod:25", front_end="")
    assert pickle.dumps(first) == pickle.dumps(second)
    assert first == second and hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    assert pickle.dumps(first) != pickle.dumps(whorl.Sketcher("text", shingle=5, output="text"))
    assert first != whorl.Sketcher("text", sketch="min:5", output="text")


def written(folder: Path) -> dict[Path, int]:
    """When each file of the cache was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.arrow")}


def test_datasets_uses_its_cache(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("".join(json.dumps({"text": t}) + "\n" for t in TEXTS * 5))

    def sketched() -> "datasets.Dataset":
        data = datasets.load_dataset(
            "json",
            data_files=str(tmp_path / "in.jsonl"),
            split="train",
            cache_dir=str(tmp_path / "cache"),
        )
        return data.map(whorl.Sketcher(), batched=True, num_proc=2)

    first = sketched()
    files = {file["filename"] for file in first.cache_files}
    times = written(tmp_path)
    second = sketched()
    assert second._fingerprint == first._fingerprint
    assert {file["filename"] for file in second.cache_files} == files
    assert times and written(tmp_path) == times
    assert list(second["sketch"]) == [s.to_bytes() for s in whorl.sketch(TEXTS * 5)]


def test_wrong_options_are_reported_at_once() -> None:
    with pytest.raises(whorl.InvalidArgumentError, match="mad"):
        whorl.Sketcher(sketch="mad:1")
    with pytest.raises(whorl.InvalidArgumentError, match="column=''"):
        whorl.Sketcher("")
    with pytest.raises(KeyError, match="text"):
        whorl.Sketcher()({"body": ["a"]})
