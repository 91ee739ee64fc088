"""The notebook of examples/python runs from its first cell to its last."""

import json
import pathlib

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "examples" / "python" / "clean.ipynb"


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {}
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    reasons = names["reasons"].to_dict(as_series=False)
    assert set(reasons["reason"]) == {"identical", "lexical", "similar"}
    assert len(names["kept"]) + len(names["removed"]) == len(names["frame"]) == 3000
