#!/usr/bin/env python3
"""bench/quality_peers.py [--set NAME]... [--tool NAME]...: how JPlag, compare50, copydetect and SIM order the labelled
pairs of docs/quality.md.

Each tool compares what whorl compares in `./dev bench quality`, run by run, with its defaults: compare50 by its pass
for tokens and its pass for text, copydetect and SIM by the greater similarity of the two. ROC AUC and average
precision count ties as docs/quality.md does. SIM is Debian's similarity-tester, and JPlag comes from Maven Central
(bench/jplag), where there are Java and Maven; the others come from PyPI. All go into build/bench/quality-peers.
"""

import argparse
import collections
import io
import contextlib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv

ROOT = pathlib.Path(__file__).resolve().parents[1]
DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
TOOLS = ROOT / "build/bench/quality-peers"
PYPI = ("compare50", "copydetect")

# Name, archive, which rows are graded, and how many folders of a name make up a run.
SETS = (
    ("conplag raw", "conplag", lambda row: row[3] == "raw", 2),
    ("conplag templatefree", "conplag", lambda row: row[3] == "templatefree", 2),
    *((f"irplag L{n}", "irplag", lambda row, n=n: row[3] in (f"L{n}", "non-plagiarized"), 1) for n in range(1, 7)),
    ("codeforces-cheats C", "codeforces-cheats", lambda row: "/C/" in row[0], 2),
    ("codeforces-cheats C++", "codeforces-cheats", lambda row: "/C++/" in row[0], 2),
    ("codeforces-cheats Python", "codeforces-cheats", lambda row: "/Python/" in row[0], 2),
    ("clough-stevenson", "clough-stevenson", lambda row: True, 0),
)


def with_tools():
    """Starts this program again in the environment with the tools."""
    python = TOOLS / "bin/python"
    if pathlib.Path(sys.prefix) == TOOLS:
        return
    if not python.exists():
        venv.create(TOOLS, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PYPI], check=True)
    os.execv(python, [python, *sys.argv])


def is_decodable(path):
    """Files that are not UTF-8 appear in the output of compare50 and make copydetect fail."""
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


def compare50(which):
    def scores(files):
        from compare50 import _api, _data, passes

        asked = getattr(passes, which)
        before = _data.Preprocessor(asked.preprocessors)
        submissions = [_data.Submission(path.parent, [path.name], preprocessor=before) for path in files]
        of = {submission.id: path for submission, path in zip(submissions, files)}
        ranked = _api.rank(submissions, [], set(), asked, len(files) ** 2)
        return {frozenset((of[one.sub_a.id], of[one.sub_b.id])): one.score for one in ranked}

    return scores


def copydetect(files):
    import copydetect as tool

    prints = [(path, tool.CodeFingerprint(str(path), 25, 1)) for path in files]
    out = {}
    for (a, one), (b, other) in itertools.combinations(prints, 2):
        _, similarities, _ = tool.compare_files(one, other)
        out[frozenset((a, b))] = max(similarities)
    return out


SIM = {".java": "sim_java", ".c": "sim_c", ".cpp": "sim_c++", ".txt": "sim_text"}
SHARE = re.compile(r"^(.+) consists for (\d+) % of (.+) material$", re.MULTILINE)


def sim(files):
    """The greater share of one file that the other contains, in whole percent; None if no program reads the language.
    """
    program = SIM.get(files[0].suffix)
    if program is None or shutil.which(program) is None:
        return None
    listed = subprocess.run([program, "-p", "-a", "-e", "-s", "-T", *map(str, files)], check=True, capture_output=True)
    out = collections.defaultdict(float)
    for a, percent, b in SHARE.findall(listed.stdout.decode(errors="replace")):
        pair = frozenset((pathlib.Path(a), pathlib.Path(b)))
        out[pair] = max(out[pair], int(percent) / 100)
    return out


class JPlag:
    """One Java program that is sent one folder after the other. Files that it cannot parse are similar to nothing."""

    LANGUAGES = {".java", ".c", ".cpp", ".py", ".txt"}

    def __init__(self):
        self.process = None

    def start(self):
        here, jars = ROOT / "bench/jplag", TOOLS / "jplag"
        if not jars.exists():
            subprocess.run(["mvn", "--quiet", "--batch-mode", "--file", here / "pom.xml", "dependency:copy-dependencies",
                            f"-DoutputDirectory={jars}"], check=True)
        self.process = subprocess.Popen(["java", "-cp", f"{jars}/*", here / "Rank.java"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __call__(self, files):
        """The similarity by which JPlag orders pairs; it counts both sides together."""
        suffix = files[0].suffix
        if suffix not in self.LANGUAGES or not (shutil.which("java") and shutil.which("mvn")):
            return None
        if self.process is None:
            self.start()
        out = {}
        with tempfile.TemporaryDirectory() as folder:
            named = {f"{i}{suffix}": path for i, path in enumerate(files)}
            for name, path in named.items():
                shutil.copy(path, pathlib.Path(folder) / name)
            self.process.stdin.write(f"{suffix}\t{folder}\n")
            self.process.stdin.flush()
            while line := self.process.stdout.readline().rstrip("\n"):
                a, b, similarity = line.split("\t")
                out[frozenset((named[a], named[b]))] = float(similarity)
        if self.process.poll() is not None:
            raise RuntimeError("JPlag ended before it answered")
        return out


RANKINGS = {"JPlag": JPlag(), "compare50 structure": compare50("structure"), "compare50 text": compare50("text"),
            "copydetect": copydetect, "SIM": sim}


def runs_of(folder, takes, folders):
    """The files of each run, and whether a pair of them is a copy."""
    runs = collections.defaultdict(dict)
    with open(folder / "pairs.tsv", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            row = line.rstrip("\n").split("\t")
            if takes(row):
                run = "/".join(row[0].split("/")[:folders])
                runs[run][frozenset(folder / "files" / name for name in row[:2])] = row[2] == "1"
    for run, pairs in sorted(runs.items()):
        files = sorted(path for path in (folder / "files" / run).rglob("*") if path.is_file())
        yield files, pairs


def figures(graded):
    """ROC AUC, where ties count half, and average precision, where ties are one step, of (score, whether a copy)."""
    steps = collections.defaultdict(lambda: [0, 0])
    for score, copy in graded:
        steps[score][copy] += 1
    copies, others = sum(c for _, c in steps.values()), sum(o for o, _ in steps.values())
    above = others_above = area = precision = 0
    for _, (o, c) in sorted(steps.items(), reverse=True):
        area += c * (others - others_above - o / 2)
        above, others_above = above + c, others_above + o
        precision += c * above / (above + others_above)
    return area / (copies * others), precision / copies


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--set", action="append", choices=[one[0] for one in SETS], default=[])
    parser.add_argument("--tool", action="append", choices=RANKINGS, default=[])
    asked = parser.parse_args()
    with_tools()
    with tempfile.TemporaryDirectory() as scratch:
        for name, archive, takes, folders in SETS:
            if asked.set and name not in asked.set:
                continue
            folder = pathlib.Path(scratch) / archive
            if not folder.exists():
                with tarfile.open(DATA / f"{archive}.tar.xz") as packed:
                    packed.extractall(scratch, filter="data")
            runs = list(runs_of(folder, takes, folders))
            for tool, ranking in RANKINGS.items():
                if asked.tool and tool not in asked.tool:
                    continue
                graded = []
                with contextlib.redirect_stderr(io.StringIO()):
                    for files, pairs in runs:
                        scores = ranking([path for path in files if is_decodable(path)])
                        if scores is None:
                            break
                        graded += [(scores.get(pair, 0), copy) for pair, copy in pairs.items()]
                if not graded:
                    continue
                area, precision = figures(graded)
                print(f"{name:26} {tool:20} {area:.3f} / {precision:.3f}", flush=True)


if __name__ == "__main__":
    main()
