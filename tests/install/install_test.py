#!/usr/bin/env python3
"""Uses the library like other projects, with the programs of examples/cpp as its users: each is
run in an empty folder and prints the contents of the .out file next to it.

usage: install_test.py files|find_package|pkg_config|document|add_subdirectory OPTION…

files             installs the build into BUILD/tests/install/prefix and checks its files
find_package      the users by CMake, against that prefix
pkg_config        the users by a compiler and pkg-config, against that prefix
document          the programs of docs/embedding.md and docs/registry.md by their CMakeLists.txt,
                  against that prefix
add_subdirectory  the users inside a project that has whorl's sources in a folder. They are linked
                  with the library of BUILD; with WHORL_BUILD_ALL=1 that project builds its own.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def call(command: list, folder: pathlib.Path | None = None, **environment: str) -> str:
    """Runs a command and returns what it prints; complains with all of it when it fails."""
    run = subprocess.run([str(word) for word in command], cwd=folder, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, env={**os.environ, **environment})
    if run.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{run.stdout}failed with {run.returncode}")
    return run.stdout


def users(args) -> list[pathlib.Path]:
    found = sorted((args.source / "examples/cpp").glob("*.cc"))
    assert found, "no programs in examples/cpp"
    return found


def run_users(args, programs: pathlib.Path, **environment: str) -> None:
    for user in users(args):
        with tempfile.TemporaryDirectory() as folder:
            printed = call([programs / user.stem], pathlib.Path(folder), **environment)
        expected = user.with_suffix(".out").read_text(encoding="utf-8")
        assert printed == expected, f"{user.stem} printed\n{printed}, not\n{expected}"


def compile_commands(folder: pathlib.Path) -> list[dict]:
    return json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))


def check_flags(args, command: str, include: pathlib.Path) -> None:
    """A user is compiled with the public headers and not with whorl's own flags."""
    words = command.split()
    assert str(include) in command, command
    assert str(args.source / "src") not in words and f"-I{args.source}/src" not in words, command
    ours = ("-W", "-fstack-protector", "-fcf-protection", "-D_FORTIFY_SOURCE", "-D_GLIBCXX")
    assert not [word for word in words if word.startswith(ours)], command


def files(args) -> None:
    """Installs under one name and moves the folder, so that nothing can depend on its place."""
    first = args.prefix.with_name("first_prefix")
    for folder in (first, args.prefix):
        shutil.rmtree(folder, ignore_errors=True)
    call([args.cmake, "--install", args.build, "--prefix", first])
    first.rename(args.prefix)
    present = {str(path.relative_to(args.prefix)) for path in args.prefix.rglob("*")}
    expected = {
        "bin/whorl", "share/man/man1/whorl.1", "share/doc/whorl/LICENSE", "share/doc/whorl/NOTICE",
        "share/bash-completion/completions/whorl", "share/zsh/site-functions/_whorl",
        "share/fish/vendor_completions.d/whorl.fish"}
    public = {str(path.relative_to(args.source)) for path in args.source.glob("include/whorl/*")}
    assert not (expected | public) - present, sorted((expected | public) - present)
    headers = {name for name in present if name.startswith("include/whorl/")}
    assert headers == public, headers ^ public
    libraries = [path.name for path in args.prefix.rglob("libwhorl*")]
    assert {name.split(".")[0] for name in libraries} == {"libwhorl", "libwhorl_registry"}, libraries
    assert call([args.prefix / "bin/whorl", "version"]).startswith("whorl ")
    call(["bash", "-n", args.prefix / "share/bash-completion/completions/whorl"])
    for path in args.prefix.rglob("*"):
        if path.suffix in {".cmake", ".pc"}:
            assert str(args.build.parent) not in path.read_text(encoding="utf-8"), path


def find_package(args) -> None:
    folder = args.work / "find_package"
    shutil.rmtree(folder, ignore_errors=True)
    call([args.cmake, "-S", args.source / "examples/cpp", "-B", folder, "-G", "Ninja",
          f"-DCMAKE_PREFIX_PATH={args.prefix}", f"-DCMAKE_CXX_COMPILER={args.compiler}",
          "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"], CXXFLAGS="")
    for entry in compile_commands(folder):
        check_flags(args, entry["command"], args.prefix / "include")
    call([args.cmake, "--build", folder])
    run_users(args, folder)


def pkg_config(args) -> None:
    if shutil.which("pkg-config") is None:
        sys.exit(SKIPPED)
    folder = args.work / "pkg_config"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = next(args.prefix.rglob("whorl.pc")).parent
    flags = call(["pkg-config", "--cflags", "--libs", "whorl"], PKG_CONFIG_PATH=str(path)).split()
    for user in users(args):
        call([args.compiler, "-std=c++20", user, "-o", folder / user.stem, *flags])
    run_users(args, folder, LD_LIBRARY_PATH=str(path.parent))
    # Every object of the library with what the flags name, not only those that a user needs.
    call([args.compiler, "-shared", "-o", folder / "all.so", "-Wl,--no-undefined",
          "-Wl,--whole-archive", *flags, "-Wl,--no-whole-archive"])


def document(args) -> None:
    folder = args.work / "document"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in ("embedding", "registry"):
        run_page(args, folder / page, (args.source / f"docs/{page}.md").read_text(encoding="utf-8"))


def run_page(args, folder: pathlib.Path, text: str) -> None:
    folder.mkdir()
    blocks = {kind: block for kind, block in re.findall(r"^```(\w.*)\n((?:.*\n)*?)```$", text, re.M)}
    for kind in ("cpp main.cc", "cmake CMakeLists.txt"):
        (folder / kind.split()[1]).write_text(blocks[kind], encoding="utf-8")
    call([args.cmake, "-B", "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={args.prefix}"], folder)
    call([args.cmake, "--build", "build"], folder)
    assert call([folder / "build/hello"], folder) == blocks["out"], blocks["out"]


def link_with_built_library(args, folder: pathlib.Path) -> None:
    """Compiles the users and does the links that their project would, with BUILD's library."""
    shutil.copytree(args.build / "lib", folder / "whorl/lib", symlinks=True, dirs_exist_ok=True)
    for user in users(args):
        call(["ninja", f"examples/CMakeFiles/{user.stem}.dir/{user.name}.o"], folder)
        link = call(["ninja", "-t", "commands", f"examples/{user.stem}"], folder).splitlines()[-1]
        call(["sh", "-c", link], folder)


def add_subdirectory(args) -> None:
    if shutil.which("ninja") is None:
        sys.exit(SKIPPED)
    folder = args.work / "add_subdirectory"
    build_all = bool(os.environ.get("WHORL_BUILD_ALL"))
    build_type = "Debug" if build_all else args.build_type  # in half of the time
    shutil.rmtree(folder, ignore_errors=True)
    call([args.cmake, "-S", args.source / "tests/install/inside", "-B", folder, "-G", "Ninja",
          f"-DWHORL_FOLDER={args.source}", f"-DEXAMPLES={args.source}/examples/cpp",
          f"-DCMAKE_CXX_COMPILER={args.compiler}", f"-DCMAKE_BUILD_TYPE={build_type}",
          f"-DBUILD_SHARED_LIBS={'ON' if list(args.build.glob('lib/libwhorl*.so')) else 'OFF'}"], CXXFLAGS="")
    for entry in compile_commands(folder):
        assert "-Werror" not in entry["command"] and "-Wall" not in entry["command"], entry
        if "/examples/cpp/" in entry["file"]:
            check_flags(args, entry["command"], args.source / "include")
    if build_all:
        call([args.cmake, "--build", folder])
    else:
        link_with_built_library(args, folder)
    run_users(args, folder / "examples")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    uses = {use.__name__: use for use in (files, find_package, pkg_config, document, add_subdirectory)}
    parser.add_argument("use", choices=uses)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--build-type", default="Release")
    args = parser.parse_args()
    args.work = args.build / "tests/install"
    args.prefix = args.work / "prefix"
    uses[args.use](args)


if __name__ == "__main__":
    main()
