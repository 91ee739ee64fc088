"""The examples of docs/python.md and README.md run and print what the pages say."""

import contextlib
import io
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python.md"
README = ROOT / "README.md"
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


def test_the_example_of_the_readme() -> None:
    examples = EXAMPLE.findall(README.read_text())
    assert len(examples) == 1
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(examples[0][0], {})
    kept, removed = printed.getvalue().splitlines()
    assert kept == "['The ship lay at anchor.', 'Bread needs flour.']"
    assert "'reason': 'lexical', 'kept_row': 0" in removed
