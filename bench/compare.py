#!/usr/bin/env python3
"""bench/compare.py [--sizes N,N…] [--many] [-o DIR]: time and memory of `whorl compare` over growing sets.

A set is a seeded sample of the C files of 100 to 500 lines in Debian's linux-source-6.1, those of
drivers/ first, then others, then those of 50 to 1,000 lines, with 20 disguised copies among them. whorl and SIM (package
similarity-tester) run over it in turn; SIM once with -p, which finds for each file where its text
comes from, and over 200 files with -pae, which compares all pairs as whorl does. DIR
(build/bench/compare) gets results.json, growth.svg and the list of each set's files with a hash.
--many takes the 100,000 files of GCC's test suite (gcc-12-source) instead, once.

Fails when a planted copy is not where its score belongs, or a file is not accounted for.
"""

import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tarfile

from disguise import disguised
from growth_plot import growth_plot
from measuring import ROOT, WHORL, conditions, listed, measured

SEED = 20031
COPIES = 20
SIZES = (500, 1000, 2000, 5000, 10000, 20000)
ALL_PAIRS = 200  # files for SIM's -pae, since the time grows with the square of their number
SIM_UP_TO = 5000  # its time grows with the square too, and is minutes from here on
STRICT = 1000  # up to here no two kernel files are more similar than a planted copy


def package_sources(package, tarball, wanted, folder):
    """Unpacks the members of a source package that are `wanted(name)` below `folder`, once."""
    if (folder / "complete").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    print(f"fetching {package}", file=sys.stderr)
    subprocess.run(["apt-get", "-o", "APT::Sandbox::User=root", "download", "-qq", package], cwd=folder, check=True)
    (archive,) = folder.glob(f"{package}_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, folder / "package"], check=True)
    (packed,) = (folder / "package").rglob(tarball)
    with tarfile.open(packed, "r|*") as members:
        for member in members:
            if member.isfile() and wanted(member.name):
                member.name = member.name.partition("/")[2]
                members.extract(member, folder, filter="data")
    shutil.rmtree(folder / "package")
    archive.unlink()
    (folder / "complete").touch()
    return folder


def kernel_files(folder):
    """Names of the files for the sets, best ones first, otherwise in a seeded order."""
    lines = {path.relative_to(folder).as_posix(): path.read_bytes().count(b"\n")
             for path in folder.rglob("*.c")}
    names = sorted(name for name in lines if 100 <= lines[name] <= 500)
    others = sorted(name for name in lines if 50 <= lines[name] <= 1000 and not 100 <= lines[name] <= 500)
    source = random.Random(SEED)
    source.shuffle(names)
    source.shuffle(others)
    return sorted(names, key=lambda name: not name.startswith("drivers/")) + others


def make_set(kernel, names, size, folder):
    """Copies `size` files minus the planted ones, and plants copies. Returns the planted pairs."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chosen = names[: size - COPIES]
    for name in chosen:
        shutil.copyfile(kernel / name, folder / name.replace("/", "_"))
    source = random.Random(SEED + size)
    planted = set()
    for number, name in enumerate(source.sample(chosen, COPIES)):
        text = (kernel / name).read_text(encoding="utf-8", errors="replace")
        copy = f"planted_{number:02}.c"
        (folder / copy).write_text(disguised(text, source), encoding="utf-8")
        planted.add(frozenset((name.replace("/", "_"), copy)))
    return planted


def run_whorl(paths, out, repeats=1, accepted=(0,)):
    return measured([WHORL, "compare", *paths, "--by", "file", "-o", out, "-q"], repeats, accepted)


def run_sim(flags, files, folder):
    names = folder.parent / "sim-files.txt"
    names.write_text("\n".join(files) + "\n", encoding="utf-8")
    with open(names, encoding="utf-8") as standard_input:
        return measured(["sim_c", *flags, "-i"], cwd=folder, stdin=standard_input)


def check_planted(planted, size, folder, out):
    """Returns what the report in `out` says of the planted pairs, when that is right.

    A pair's score depends on its two files alone. So a copy may be missing only if it scores no
    more, in a run with its source alone, than the last pair of a list that is full.
    """
    pairs = json.loads((out / "report/report.json").read_bytes())["pairs"]
    ranks = {frozenset((pair["a"], pair["b"])): i for i, pair in enumerate(pairs)}
    found = sorted(ranks[pair] for pair in planted if pair in ranks)
    for pair in planted - ranks.keys():
        run_whorl([folder / name for name in pair], out / "pair")
        (alone,) = json.loads((out / "pair/report.json").read_bytes())["pairs"]
        if alone["score"] > pairs[-1]["score"]:
            sys.exit(f"{size} files: {sorted(pair)} scores {alone['score']}, but is not in the list")
    before = found[-1] + 1 - len(found)
    if size <= STRICT and before > 0:
        sys.exit(f"{size} files: {before} pairs that nobody planted rank before a planted one")
    return {"copies_listed": len(found), "others_before_the_last_of_them": before}


def bench_set(kernel, names, size, out):
    folder = out / "sets" / str(size)
    planted = make_set(kernel, names, size, folder)
    digest, size_bytes = listed(folder, out / f"files-{size}.txt")
    row = {"files": size, "bytes": size_bytes, "list": f"files-{size}.txt", "list_sha256": digest}
    row["whorl"] = run_whorl([folder], out / "report", 3 if size <= 2000 else 1)
    row |= check_planted(planted, size, folder, out)
    if size <= SIM_UP_TO:
        row["sim_p"] = run_sim(["-p"], sorted(p.name for p in folder.iterdir()), folder)
        row["sim_p_over_whorl"] = round(row["sim_p"]["wall_seconds"] / row["whorl"]["wall_seconds"], 3)
    show(f"{size} files, {size_bytes / 1e6:.1f} MB", row)
    shutil.rmtree(folder)
    return row


def bench_all_pairs(kernel, names, out):
    """SIM's -pae, which does the same as whorl, if it ends in time."""
    folder = out / "sets/all-pairs"
    make_set(kernel, names, ALL_PAIRS, folder)
    row = {"files": ALL_PAIRS, "whorl": run_whorl([folder], out / "report", 3),
           "sim_pae": run_sim(["-pae"], sorted(p.name for p in folder.iterdir()), folder)}
    row["sim_pae_over_whorl"] = round(row["sim_pae"]["wall_seconds"] / row["whorl"]["wall_seconds"], 1)
    show(f"all pairs of {ALL_PAIRS} files", row)
    shutil.rmtree(folder)
    return row


def bench_many(out):
    """Compares very many small files: the run ends, and the report accounts for every file."""
    folder = package_sources("gcc-12-source", "gcc-12*.tar.xz", lambda name: "/testsuite/" in name,
                             out / "gcc-12-source")
    count = sum(path.is_file() for path in folder.rglob("*"))
    row = {"files": count, "whorl": run_whorl([folder], out / "report", accepted=(0, 2))}
    report = json.loads((out / "report/report.json").read_bytes())
    row["submissions"] = len(report["submissions"])
    row["skipped"] = sum(entry["kind"] == "skipped" for entry in report["skipped"])
    show(f"{count} files of GCC's test suite", row)
    if row["submissions"] + row["skipped"] != count:
        sys.exit(f"{count} files, but {row['submissions']} submissions and {row['skipped']} skipped")
    return row


def show(title, row):
    print(title)
    for name, figures in row.items():
        if isinstance(figures, dict):
            print(f"  {name:8} {figures['wall_seconds']:9.2f} s wall {figures['processor_seconds']:9.2f} s processor "
                  f"{figures['peak_bytes'] / 1e6:8.0f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--many", action="store_true")
    parser.add_argument("-o", type=pathlib.Path, default=ROOT / "build/bench/compare")
    options = parser.parse_args()
    out = options.o.resolve()
    out.mkdir(parents=True, exist_ok=True)
    results = {**conditions(), "seed": SEED}
    if options.many:
        results["many"] = bench_many(out)
        (out / "many.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
        return
    kernel = package_sources("linux-source-6.1", "linux-source-*.tar.xz",
                             lambda name: name.endswith(".c"), out / "linux-source-6.1")
    names = kernel_files(kernel)
    results["all_pairs"] = bench_all_pairs(kernel, names, out)
    results["sets"] = [bench_set(kernel, names, int(size), out) for size in options.sizes.split(",")]
    (out / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    curves = {name: [(row["bytes"] / 1e6, row[key]["processor_seconds"]) for row in results["sets"] if key in row]
              for name, key in (("whorl compare", "whorl"), ("SIM -p", "sim_p"))}
    (out / "growth.svg").write_text(growth_plot(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
