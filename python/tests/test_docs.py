"""Each example of docs/python.md runs and prints what the page says."""

import contextlib
import io
import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n```out\n(.*?)```)?", re.DOTALL)


def test_the_examples_of_the_page(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    examples = EXAMPLE.findall(PAGE.read_text())
    assert len(examples) > 8
    for code, expected in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, names)
        assert printed.getvalue() == expected, code
