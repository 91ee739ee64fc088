#!/usr/bin/env python3
"""Makes the packages of a build and runs the program out of each, in a folder of its own.

usage: package_test.py SCRIPT BUILD
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
DEPLOY = pathlib.Path(__file__).parents[2] / "examples/deploy"
GLIBC = ("linux-vdso", "libc.so", "libm.so", "libdl.so", "librt.so", "libpthread.so", "ld-linux", "libresolv.so")


def output(*command) -> str:
    run = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, env={"PATH": "/usr/bin:/bin"})
    assert run.returncode == 0, f"{command}\n{run.stdout}"
    return run.stdout


def check_program(program: pathlib.Path, folder: pathlib.Path) -> None:
    assert output(program, "version").startswith("whorl "), program
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text("one text that stands in two files of this folder")
    assert "100 %" in output(program, "compare", folder / "a.txt", folder / "b.txt", "-o", folder / "report")
    shutil.rmtree(folder / "report")


def check_debian_package(package: pathlib.Path, folder: pathlib.Path) -> None:
    output("dpkg-deb", "-x", package, folder / "root")
    check_program(folder / "root/usr/bin/whorl", folder)
    assert (folder / "root/usr/share/man/man1/whorl.1").exists()
    for name in ("systemd/system/whorl.service", "sysusers.d/whorl.conf", "tmpfiles.d/whorl.conf", "whorl/first-run"):
        assert (folder / "root/usr/lib" / name).exists(), name
    assert (folder / "root/usr/lib/whorl/first-run").stat().st_mode & 0o111
    output("dpkg-deb", "-e", package, folder / "control")
    assert (folder / "control/postinst").read_bytes() == (DEPLOY / "postinst").read_bytes()
    depends = output("dpkg-deb", "-f", package, "Depends")
    assert "libarchive13" in depends and "libc6" in depends, depends


def check_tarball(tarball: pathlib.Path, folder: pathlib.Path) -> None:
    output("tar", "-C", folder, "-xf", tarball)
    root = folder / tarball.name.removesuffix(".tar.xz")
    check_program(root / "bin/whorl", folder)
    for line in output("ldd", root / "bin/whorl").splitlines():
        library = line.split()[0]
        ours = str(root / "lib/whorl") in str(pathlib.Path(line.split("=>")[-1].split("(")[0].strip()).resolve())
        assert ours or pathlib.Path(library).name.startswith(GLIBC), line


def main() -> int:
    script, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        print("dpkg-deb or dpkg-shlibdeps is missing")
        return SKIPPED
    output("cmake", "--build", build, "--target", "installed", "whorl_portable")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = [pathlib.Path(line) for line in output(script, build, folder / "out").splitlines()]
        assert [path.suffix for path in made] == [".deb", ".xz"], made
        check_debian_package(made[0], folder)
        check_tarball(made[1], folder)
        print(*(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
