"""Stores that are merged, and the numbers of documents in tables of clusters."""

from pathlib import Path

import pytest

import whorl

TEXTS = [f"w{n} " * 3 + " ".join(f"word{n // 3}-{i}" for i in range(80)) for n in range(30)]


@pytest.mark.parametrize("link", ["single", "survivor"])
def test_a_merged_store_is_that_of_all_documents(tmp_path: Path, link: str) -> None:
    parts = [TEXTS[:11], TEXTS[11:17], TEXTS[17:]]
    for number, part in enumerate(parts):
        whorl.cluster(part, tmp_path / str(number), link=link, sketch="all")
    merged = whorl.merge([tmp_path / "0", tmp_path / "1", tmp_path / "2"], tmp_path / "merged")
    whole = whorl.cluster(TEXTS, tmp_path / "whole", link=link, sketch="all")
    assert len(merged) == len(TEXTS)
    own = ("id", "row", "kept_id")  # each part numbers its records from 0
    for table in ("documents", "clusters"):
        rows = [getattr(store, table)().to_pylist() for store in (merged, whole)]
        shared = [[{k: v for k, v in r.items() if k not in own} for r in some] for some in rows]
        assert shared[0] == shared[1]
    again = whorl.merge([tmp_path / "0", tmp_path / "1", tmp_path / "2"], tmp_path / "merged")
    assert again.clusters().to_pylist() == merged.clusters().to_pylist()


def test_members_have_the_numbers_of_documents(tmp_path: Path) -> None:
    store = whorl.cluster(TEXTS, tmp_path / "store")
    documents = store.documents().to_pylist()
    members = store.clusters().to_pylist()
    assert len(members) == 30
    for member in members:
        document = documents[member["number"]]
        assert (document["id"], document["cluster"]) == (member["id"], member["cluster"])
        assert document["kept_number"] == member["kept_number"]
        assert documents[member["kept_number"]]["id"] == member["kept_id"]
    reader = store._reader
    assert reader.documents(7, 3).to_pylist() == documents[7:10]
    assert reader.documents(29, 5).to_pylist() == documents[29:]
    assert len(reader.documents(30, 5)) == 0
    assert reader.clusters(2, 3).to_pylist() == [m for m in members if 2 <= m["cluster"] < 5]


def test_stores_that_cannot_be_merged(tmp_path: Path) -> None:
    whorl.cluster(TEXTS, tmp_path / "a")
    whorl.cluster(TEXTS, tmp_path / "b", shingle=7)
    with pytest.raises(whorl.InvalidArgumentError, match="shingle"):
        whorl.merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")
    with pytest.raises(whorl.InvalidArgumentError, match="two stores"):
        whorl.merge([tmp_path / "a"], tmp_path / "out")
    with pytest.raises(whorl.InvalidArgumentError, match="twice"):
        whorl.merge([tmp_path / "a", tmp_path / "a"], tmp_path / "out")
    with pytest.raises(whorl.NotFoundError):
        whorl.merge([tmp_path / "a", tmp_path / "none"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_folders_of_any_name_and_wrong_ones(tmp_path: Path) -> None:
    stores = [tmp_path / "\udcff1", tmp_path / "\udcff2"]
    for store in stores:
        whorl.cluster(TEXTS[:9], store)
    assert len(whorl.merge(stores, tmp_path / "\udcffmerged")) == 18
    with pytest.raises(whorl.InvalidArgumentError, match="stores=None: give a path"):
        whorl.merge(None, tmp_path / "out")  # type: ignore[arg-type]
    with pytest.raises(whorl.InvalidArgumentError, match="output=3: give a path"):
        whorl.merge(stores, 3)  # type: ignore[arg-type]
