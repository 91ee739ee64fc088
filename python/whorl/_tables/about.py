"""about: which versions there are, and which folders they are loaded from."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import whorl

from .._errors import NotInstalledError
from .library import pyarrow_version
from .protocol import VERSION


def about() -> str:
    """One line of JSON. `pyarrow` is null if `read` and `write` cannot use it."""
    loaded: list[ModuleType] = [whorl]
    version = None
    try:
        version = pyarrow_version()
        loaded.append(import_module("pyarrow"))
    except NotInstalledError:
        pass
    said = {
        "version": whorl.__version__,
        "protocol": VERSION,
        "pyarrow": version,
        "read": _folders(loaded),
    }
    return json.dumps(said)


def _folders(modules: list[ModuleType]) -> list[str]:
    """What Python reads from, with the folders that links in them lead to."""
    # Python puts the working folder first, unless it was started with -P.
    paths = sys.path if sys.flags.safe_path else sys.path[1:]
    folders = [*paths, sys.prefix, sys.base_prefix]
    for module in modules:
        for file in (module.__file__, getattr(module, "_whorl", module).__file__, __file__):
            if file:
                folders += [os.path.dirname(file), os.path.dirname(os.path.realpath(file))]
    found = [os.path.abspath(folder) for folder in folders if folder and Path(folder).is_dir()]
    return list(dict.fromkeys(found))
