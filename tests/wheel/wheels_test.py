#!/usr/bin/env python3
"""Makes the wheels and the source package, and uses each as a user would.

Each wheel is installed in an empty environment of every interpreter from 3.11 to 3.13 that
scripts/pythons.py finds: the package is imported and called, the program runs and reads Parquet through
the package of its environment, and removing it leaves nothing. The source package must have every source and build without npm. With WHORL_BUILD_ALL=1 it
is built and installed as well, which takes minutes; otherwise CMake and ninja check that all of it is
there.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
SKIPPED = 77
MEGABYTES = 32
PACKED = ("apps", "cmake", "include", "python", "src")

# Runs in the environment. Prints the version, the module's file and the libraries that it loaded.
USE = """
import pathlib, sys, time
begun = time.perf_counter()
import whorl
seconds = time.perf_counter() - begun
folder = pathlib.Path(whorl.__file__).parent
rows = whorl.fingerprint(["a line of text that is long enough " * 20, None, ""]).to_pylist()
assert len(rows) == 3 and rows[0] and rows[1] is None and rows[2] == [], rows
assert {"hash", "position"} == set(rows[0][0]), rows[0][0]
assert (folder / "_whorl.pyi").is_file()
loaded = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
outside = [path for path in loaded if "libicu" in path and not path.startswith(sys.prefix)]
assert not outside, outside
print(f"{seconds * 1000:.0f} ms to import, {whorl._whorl.__file__.rsplit('/')[-1]}")
"""


# Two rows with the same text.
MAKE_TABLE = """
import sys, pyarrow, pyarrow.parquet
text = "a line of text that is long enough " * 20
pyarrow.parquet.write_table(pyarrow.table({"text": [text, text]}), sys.argv[1])
"""


def run(*command, path: str = "/usr/bin:/bin", **options) -> str:
    """Runs a command in an environment without variables of this one, and returns its output."""
    environment = {"HOME": options.pop("home", "/nonexistent"), "PATH": path, "LANG": "C.UTF-8"}
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=environment, **options)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}failed with {done.returncode}"
    return done.stdout


def files(folder: pathlib.Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if "__pycache__" not in path.parts}


def use(environment: pathlib.Path) -> str:
    """Calls the package and the program of an environment."""
    printed = run(environment / "bin/python", "-I", "-c", USE).strip()
    version = run(environment / "bin/whorl", "--version")
    assert version.startswith("whorl "), version
    return printed


def use_parquet(environment: pathlib.Path, folder: pathlib.Path) -> None:
    """The program finds the Python of its environment, although PATH and the variables do not name
    it."""
    table = folder / "rows.parquet"
    run(environment / "bin/python", "-I", "-c", MAKE_TABLE, table)
    printed = run(environment / "bin/whorl", "dedup", table, "-o", f"{folder}/{environment.name}-clean/")
    assert "1 kept" in printed, printed


def check_wheel(version: str, python: str, packages: pathlib.Path, folder: pathlib.Path) -> None:
    environment = folder / version
    run(python, "-m", "venv", environment)
    pip = (environment / "bin/python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-cache-dir", "pyarrow")
    before = files(environment)
    run(*pip, "install", "--quiet", "--no-index", "--find-links", packages, "--only-binary", ":all:", "whorl")
    assert files(environment) > before
    print(f"Python {version}: {use(environment)}")
    use_parquet(environment, folder)
    run(*pip, "uninstall", "--quiet", "--yes", "whorl")
    assert files(environment) == before, files(environment) ^ before


def check_source(package: pathlib.Path, python: pathlib.Path, folder: pathlib.Path) -> None:
    """Checks that the source package is complete: all files, and what CMake and ninja need."""
    with tarfile.open(package) as archive:
        archive.extractall(folder)
    source = folder / package.name.removesuffix(".tar.gz")
    present = files(source)
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", *PACKED], text=True, check=True, capture_output=True)
    missing = [name for name in listed.stdout.split("\n") if name and name not in present]
    assert not missing, missing
    unknown = {name.split("/")[0] for name in present} - {*PACKED, "web"}
    assert unknown == {"CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}, unknown
    assert "web/dist/index.html" in present and "web/package.json" not in present
    run("cmake", "-S", source, "-B", folder / "build", "-G", "Ninja", "-DWHORL_TESTS=OFF", "-DWHORL_PYTHON=ON",
        f"-DPython_EXECUTABLE={python}")
    assert "WHORL_NPM" not in (folder / "build/CMakeCache.txt").read_text()
    settings = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    run("ninja", "-C", folder / "build", "-n", *settings["tool"]["scikit-build"]["build"]["targets"])


def build_source(package: pathlib.Path, python: str, folder: pathlib.Path) -> None:
    """Builds the source package as pip does, without npm in PATH."""
    tools = folder / "tools"
    tools.mkdir()
    for path in pathlib.Path("/usr/bin").iterdir():
        if path.name not in {"node", "nodejs", "npm", "npx"}:
            (tools / path.name).symlink_to(path)
    environment = folder / "source"
    run(python, "-m", "venv", environment)
    run(environment / "bin/python", "-m", "pip", "install", "--quiet", package, path=str(tools), home=str(folder))
    print(f"source package: {use(environment)}")


def main() -> int:
    listed = subprocess.run([ROOT / "scripts/pythons.py"], text=True, check=True, capture_output=True).stdout
    pythons = dict(line.split() for line in listed.splitlines())
    for version in VERSIONS:
        if version not in pythons:
            print(f"Python {version}: skipped, it is not installed here")
    if not any(version in pythons for version in VERSIONS):
        return SKIPPED
    packages = ROOT / "build/wheels"
    subprocess.run([ROOT / "dev", "wheel", packages], check=True)
    wheels = sorted(packages.glob("*.whl"))
    for path in wheels:
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
        assert path.stat().st_size <= MEGABYTES * 1e6, path
    (source,) = packages.glob("*.tar.gz")
    first = next(version for version in VERSIONS if version in pythons)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for version in VERSIONS:
            if version in pythons:
                check_wheel(version, pythons[version], packages, folder)
        check_source(source, ROOT / f"build/wheel/{first}/bin/python", folder)
        if os.environ.get("WHORL_BUILD_ALL"):
            build_source(source, pythons[first], folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
