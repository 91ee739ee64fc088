#!/usr/bin/env python3
"""Lists the Python interpreters of this machine that the package can be built for, one a version.

    pythons.py    prints a line for each version from 3.11, in order: VERSION PATH

An interpreter counts if it has its C headers and can make virtual environments. It looks at those of
the system first, then at the PATH, then where pyenv and uv install theirs.
"""

import glob
import itertools
import os
import pathlib
import subprocess

LOOK = """
import ensurepip, os, sys, sysconfig
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
assert sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
print("%d.%d" % sys.version_info[:2])
"""


def candidates():
    named = ["python3", *(f"python3.{minor}" for minor in range(11, 20))]
    folders = ["/usr/bin", *os.environ.get("PATH", "").split(os.pathsep)]
    for folder, name in itertools.product(folders, named):
        yield os.path.join(folder, name)
    home = pathlib.Path.home()
    pyenv = os.environ.get("PYENV_ROOT", home / ".pyenv")
    uv = os.environ.get("UV_PYTHON_INSTALL_DIR", home / ".local/share/uv/python")
    for pattern in (f"{pyenv}/versions/3.*/bin/python3", f"{uv}/cpython-3.*/bin/python3"):
        yield from sorted(glob.glob(pattern))


def version_of(path: str) -> str | None:
    """The version of a usable interpreter, for example "3.12"."""
    run = subprocess.run([path, "-c", LOOK], capture_output=True, text=True, cwd="/")
    return run.stdout.strip() if run.returncode == 0 else None


def interpreters() -> dict[str, str]:
    """Version → path of the first usable interpreter of it, from 3.11, in order."""
    found = {}
    for path in dict.fromkeys(candidates()):
        if os.access(path, os.X_OK) and (version := version_of(path)):
            found.setdefault(version, path)
    known = sorted((tuple(map(int, version.split("."))), path) for version, path in found.items())
    return {f"{major}.{minor}": path for (major, minor), path in known if (major, minor) >= (3, 11)}


def main() -> None:
    for version, path in interpreters().items():
        print(version, path)


if __name__ == "__main__":
    main()
