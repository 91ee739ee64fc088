"""Whether the package has the native module that was built, and the types of that module."""

import pathlib
import subprocess
import sys

import whorl
from whorl import _whorl

PACKAGE = pathlib.Path(whorl.__file__).parent


def test_the_native_module_is_in_the_package() -> None:
    assert pathlib.Path(_whorl.__file__).parent == PACKAGE
    assert _whorl.__file__.endswith(".so")


def test_each_public_name_exists() -> None:
    assert len(whorl.__all__) > 3
    assert [name for name in whorl.__all__ if not hasattr(whorl, name)] == []


def test_the_types_are_those_of_the_native_module(tmp_path: pathlib.Path) -> None:
    """Fails if somebody edits the generated stub, or if it was generated from another build."""
    fresh = tmp_path / "_whorl.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-i", str(PACKAGE), "-m", "_whorl", "-o", str(fresh)],
        check=True)
    assert (PACKAGE / "_whorl.pyi").read_text() == fresh.read_text()
