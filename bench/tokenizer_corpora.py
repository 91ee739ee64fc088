"""Source files of each language for bench/tokenizers.py, from packages that are known to contain it.

Archives are downloaded once, with the clients of their registries, into build/corpora/archives. The files of a
language are unpacked once, into build/corpora/files/LANGUAGE.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPORA = ROOT / "build" / "corpora"
LARGEST_FILE = 300_000
PACKAGE_BYTES = 8_000_000  # limit for one language and package

# Language: file suffixes, packages. The examples of Pygments have some files of every language.
SOURCES = {
    "c": (".c", "debian:zlib debian:git debian:redis debian:lua5.4"),
    "cpp": (".cc .cpp .hpp", "debian:leveldb debian:fmtlib debian:abseil debian:glslang"),
    "java": (".java", "debian:libcommons-lang3-java debian:guava-libraries npm:react-native"),
    "csharp": (".cs", "debian:keepass2 debian:newtonsoft-json debian:dbus-sharp"),
    "python": (".py", "debian:python-django debian:sympy pypi:pygments pypi:black"),
    "javascript": (".js .jsx .mjs", "npm:lodash npm:react-native debian:wordpress npm:jquery npm:prettier"),
    "typescript": (".ts .tsx", "npm:rxjs npm:react-native-paper npm:expo-router npm:typescript npm:react-native-reanimated"),
    "go": (".go", "debian:golang-1.19 debian:golang-golang-x-tools"),
    "rust": (".rs", "crate:tokio crate:clap crate:regex crate:serde debian:rust-clap"),
    "ruby": (".rb", "debian:ruby3.1 debian:rails"),
    "php": (".php", "debian:wordpress debian:symfony debian:phpmyadmin"),
    "perl": (".pl .pm .t", "debian:perl debian:libmoose-perl debian:libmojolicious-perl debian:libimage-exiftool-perl debian:devscripts"),
    "shell": (".sh .bash", "debian:git debian:dracut debian:bash debian:zsh"),
    "kotlin": (".kt", "debian:libokhttp-java npm:react-native npm:expo-modules-core debian:kotlin"),
    "sql": (".sql", "debian:postgresql-15 debian:roundcube debian:mediawiki debian:zabbix"),
    "scala": (".scala", "debian:scala pypi:pygments"),
    "groovy": (".groovy .gradle", "debian:groovy npm:react-native npm:expo-modules-core"),
    "vb": (".vb .bas .frm", "pypi:pygments"),
    "fsharp": (".fs .fsx .fsi", "pypi:pygments npm:fable-library"),
    "swift": (".swift", "npm:expo-modules-core npm:react-native npm:@capacitor/ios"),
    "dart": (".dart", "pypi:pygments"),
    "glsl": (".frag .vert .geom .comp .glsl", "debian:glslang pypi:pygments"),
    "solidity": (".sol", "npm:@openzeppelin/contracts"),
    "pascal": (".pas .pp", "debian:fpc"),
    "modula2": (".mod .def", "pypi:pygments"),
    "ada": (".adb .ads", "debian:plplot pypi:pygments"),
    "sml": (".sml .ML", "debian:polyml"),
    "ocaml": (".ml .mli", "debian:ocaml debian:ocaml-dune"),
    "haskell": (".hs", "debian:pandoc debian:haskell-lens debian:haskell-aeson"),
    "elm": (".elm", "pypi:pygments npm:elm-test"),
    "erlang": (".erl .hrl", "debian:erlang"),
    "elixir": (".ex .exs", "debian:elixir-lang"),
    "lisp": (".lisp .el", "debian:maxima debian:emacs"),
    "scheme": (".scm", "debian:scheme48 debian:racket pypi:pygments"),
    "clojure": (".clj .cljc", "debian:data-json-clojure debian:core-async-clojure debian:leiningen-clojure"),
    "lua": (".lua", "debian:awesome debian:luajit debian:knot-resolver debian:lua-cjson"),
    "tcl": (".tcl", "debian:tcllib debian:tcl8.6"),
    "powershell": (".ps1 .psm1", "pypi:ansible-core pypi:pygments npm:react-native-windows"),
    "matlab": (".m", "pypi:pygments debian:plplot debian:mathgl"),
    "r": (".R .r", "debian:r-base debian:r-cran-ggplot2 debian:r-cran-tidyr"),
    "julia": (".jl", "pypi:pygments"),
    "fortran": (".f90 .F90", "debian:netcdf-fortran debian:elpa debian:mpich debian:plplot"),
    "fortran-fixed": (".f .for", "debian:lapack"),
    "vhdl": (".vhd .vhdl", "debian:ghdl"),
    "verilog": (".v .sv", "debian:yosys debian:iverilog debian:verilator"),
    "mips": (".s", "pypi:pygments"),
    "a8086": (".asm .inc", "debian:nasm debian:syslinux"),
    "prolog": (".pl", "debian:swi-prolog"),
    "hcl": (".hcl .tf", "debian:golang-github-hashicorp-hcl debian:golang-github-hashicorp-hcl-v2 pypi:pygments"),
    "css": (".css .scss .less", "debian:wordpress npm:bootstrap debian:phpmyadmin"),
}


def run(command, folder):
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def apt(folder):
    """apt-get with source packages, independent of the lists of this machine."""
    place = CORPORA / "apt"
    release = next(line.split("=")[1].strip() for line in open("/etc/os-release") if line.startswith("VERSION_CODENAME"))
    command = ["apt-get", "-o", f"Dir::Etc::sourcelist={place}/sources.list", "-o", "Dir::Etc::sourceparts=/dev/null",
               "-o", f"Dir::State::lists={place}/lists", "-o", f"Dir::Cache={place}/cache"]
    if not (place / "sources.list").exists():
        (place / "lists" / "partial").mkdir(parents=True)
        (place / "cache" / "archives" / "partial").mkdir(parents=True)
        (place / "sources.list").write_text(f"deb-src http://deb.debian.org/debian {release} main\n")
        run([*command, "update"], folder)
    return command


def download(kind, name, folder):
    if kind == "debian":
        run([*apt(folder), "source", "--download-only", "--tar-only", name], folder)
    elif kind == "npm":
        run(["npm", "pack", name], folder)
    elif kind == "crate":
        run(["cargo", "init", "--name", "corpus"], folder)
        run(["cargo", "add", name], folder)
        subprocess.run(["cargo", "fetch"], cwd=folder, check=True, env=os.environ | {"CARGO_HOME": str(folder)})
    else:
        run([sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:", name], folder)


def archives(source):
    kind, name = source.split(":", 1)
    folder = CORPORA / "archives" / source.replace("/", "_").replace(":", "-")
    if not (folder / "whole").exists():
        print(f"downloads {source}", file=sys.stderr)
        folder.mkdir(parents=True, exist_ok=True)
        download(kind, name, folder)
        (folder / "whole").touch()
    return [path for path in sorted(folder.rglob("*")) if path.name.endswith((".tgz", ".tar.gz", ".tar.xz", ".tar.bz2", ".crate"))]


def unpack(archive, suffixes, target):
    """The files with one of `suffixes`, in the order of the archive, up to PACKAGE_BYTES."""
    room = PACKAGE_BYTES
    with tarfile.open(archive) as members:
        for member in members:
            if not member.isfile() or not member.name.endswith(suffixes) or not 0 < member.size <= LARGEST_FILE:
                continue
            path = target / member.name.lstrip("/").replace("..", "_")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(members.extractfile(member).read())
            room -= member.size
            if room < 0:
                return


def fetched(language):
    suffixes, sources = SOURCES[language]
    folder = CORPORA / "files" / language
    for source in sources.split():
        target = folder / source.replace("/", "_").replace(":", "-")
        if target.exists():
            continue
        target.mkdir(parents=True)
        try:
            for archive in archives(source):
                unpack(archive, tuple(suffixes.split()), target)
        except (subprocess.CalledProcessError, OSError, tarfile.TarError) as error:
            print(f"cannot use {source}: {error}", file=sys.stderr)
            shutil.rmtree(target)
    return folder


def files(language, corpus=None):
    """The files of a language, in an order that mixes packages and is always the same."""
    folder = pathlib.Path(corpus) if corpus else fetched(language)
    suffixes = tuple(SOURCES[language][0].split())
    found = [path for path in folder.rglob("*") if path.name.endswith(suffixes) and path.is_file()]
    return sorted(found, key=lambda path: hashlib.sha256(str(path.relative_to(folder)).encode()).digest())
