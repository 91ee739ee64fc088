"""Whether the package has the native module that was built, and the types of that module."""

import ast
import importlib
import pathlib
import re
import sys

import pytest

import whorl
from whorl import _whorl

PACKAGE = pathlib.Path(whorl.__file__).parent


def test_the_native_module_is_in_the_package() -> None:
    assert pathlib.Path(_whorl.__file__).parent == PACKAGE
    assert _whorl.__file__.endswith(".so")


def test_each_public_name_exists() -> None:
    assert len(whorl.__all__) > 3
    assert [name for name in whorl.__all__ if not hasattr(whorl, name)] == []


def parameters(signature: str) -> list[str]:
    """The names of the parameters of "def name(…) -> …", without `self`."""
    # The types are those of C++, and some are no Python.
    names = re.findall(r"(?:[(]|, )(\w+)(?=[:,=)])", re.sub(r"\[[^()]*?\]", "", signature))
    return [name for name in names if name not in ("self", "arg")]


def declared(body: list[ast.stmt]) -> dict[str, list[str]]:
    """The functions and properties of a stub, with the names of their parameters."""
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    return {
        node.name: [
            arg.arg for arg in (*node.args.args, *node.args.kwonlyargs) if arg.arg != "self"
        ]
        for node in functions
    }


def check_functions(stub: dict[str, list[str]], owner: object) -> None:
    for name, names in stub.items():
        signatures = getattr(getattr(owner, name), "__nb_signature__", ())
        if len(signatures) == 1 and "arg" not in signatures[0][0]:
            assert parameters(signatures[0][0].splitlines()[-1]) == names, name


@pytest.mark.parametrize("module", ["_whorl", "_registry"])
def test_the_stub_has_the_names_of_the_native_module(module: str) -> None:
    native = importlib.import_module(f"whorl.{module}")
    body = ast.parse((PACKAGE / f"{module}.pyi").read_text()).body
    functions = declared(body)
    classes = {node.name: declared(node.body) for node in body if isinstance(node, ast.ClassDef)}
    public = {name for name in dir(native) if not name.startswith("__")}
    assert public == set(functions) | set(classes)
    check_functions(functions, native)
    for name, members in classes.items():
        kind = getattr(native, name)
        assert {member for member in dir(kind) if not member.startswith("__")} == {
            member for member in members if not member.startswith("__")
        }, name
        check_functions(members, kind)


def test_spark_without_pyspark_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    monkeypatch.delitem(sys.modules, "whorl.spark", raising=False)
    with pytest.raises(whorl.NotInstalledError, match=r"pip install 'whorl\[spark\]'"):
        importlib.import_module("whorl.spark")
