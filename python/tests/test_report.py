"""What a report of compare() says of itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import whorl


@pytest.fixture
def hand_ins(tmp_path: Path) -> Path:
    for student in ("ann", "bob", "eve"):
        folder = tmp_path / "in" / student
        folder.mkdir(parents=True)
        (folder / "main.py").write_text("def f(a, b):\n    return a * b + 1\n" * 9)
    return tmp_path / "in"


def test_pairs_that_are_left_out_are_counted(hand_ins: Path) -> None:
    whole = whorl.compare(hand_ins)
    assert (len(whole.pairs), whole.omitted_pairs) == (3, 0)
    assert repr(whole).startswith("compare: 3 submissions, 3 pairs share a passage, 0 inputs")
    cut = whorl.compare(hand_ins, limit=1)
    assert (len(cut.pairs), cut.omitted_pairs) == (1, 2)
    assert "3 pairs share a passage (1 are listed)" in repr(cut)
    assert cut.not_estimated and all(reason.endswith(".") for reason in cut.not_estimated)


def test_a_report_names_its_version_date_and_options(
    hand_ins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    run = json.loads(whorl.compare(hand_ins, limit=1, exclude="*.txt").json)["run"]
    assert run["version"] == whorl.__version__
    assert run["date"] == "1970-01-02"
    given = {option["name"]: option["value"] for option in run["options"]}
    assert given == {"exclude": "*.txt", "limit": "1"}


def test_equal_runs_write_equal_bytes(hand_ins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert whorl.compare(hand_ins, threads=1).json == whorl.compare(hand_ins, threads=2).json
