#!/usr/bin/env python3
"""bench/lab.py [--quick] [-o FILE]: the experiments of the papers, as docs/results.md shows them.

Runs `whorl lab` on the labelled sets, which are looked for in ../shared/data beside the project or where WHORL_DATA
points, and writes tables, plots and the paper's figures into docs/results.md and docs/images. --quick runs what needs
no more than the project has, prints it and writes nothing.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import textwrap

from measuring import ROOT, WHORL, conditions

DATA = pathlib.Path(os.environ.get("WHORL_DATA", ROOT.parent / "shared/data"))
IMAGES = ROOT / "docs/images"
RFCS = 150  # of which pairs are drawn


class Section:
    """One experiment: what is asked, the command as a reader would type it, and what to say of it."""

    def __init__(self, title, arguments, text, plot=None):
        self.title, self.arguments, self.text, self.plot = title, arguments, text, plot

    def run(self, whorl, folder, images):
        command = [whorl, "lab", *self.arguments, "--json"]
        if self.plot and images:
            command += ["--svg", str(images / f"{self.plot}.svg"), "--force"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)


def bundled():
    """What the project has all data for."""
    homework = str(ROOT / "examples/homework/2026")
    return [
        Section("Density on random letters", ["density", "--random", "8M", "--noise", "50", "--window", "100"],
                "Winnowing keeps 2 / (w + 1) of the k-grams, .0198 at w = 100, and 0 mod 50 keeps .02 (Schleimer 2003 "
                "§5.1). Open-closed goes below with the same guarantee: the bound of the paper's Theorem 1 is 1.5 / (w "
                "+ 1), and its conjecture of 2 / (w + 1) holds of schemes that order k-grams by independent hashes, "
                "which this one does not."),
        Section("What is found, by the length of the match", ["guarantee"],
                "Nothing shorter than k = 50 is found; from t = 149 on every selector with a guarantee finds all, and "
                "0 mod 50 misses about one match of t in eight (13.5 % in Schleimer 2003 §4.1). Every 50th "
                "k-gram is no fingerprint: one letter in front, and nothing is shared any more.", plot="lab-guarantee"),
        Section("Idiom and copying in code", ["threshold", homework, "--front-end", "code:python"],
                "The bundled class in Python, whose handed-out code keeps the share of pairs high.", plot="lab-threshold-code"),
        Section("Error and coverage of sketches", ["sketch-error"],
                "Pairs from nothing in common to all, ten draws of hash functions: intervals of 95 % have to hold the "
                "truth in 93 to 97 % of cases (Broder 1997)."),
    ]


def with_data(folder):
    return [
        Section("Density on texts", ["density", "rfc/files", "--noise", "50", "--window", "100"],
                "2,629 RFCs, 111 MB. Every selector keeps its density on them; what differs is the longest run: winnowing "
                "never leaves a whole window, and 0 mod p leaves long runs without a fingerprint (in the paper's 500,000 pages one of "
                "29,900 letters)."),
        Section("How often k-grams stand in texts", ["frequency", "rfc/files", "--noise", "50"],
                "A straight line with both axes logarithmic, as in Fig. 4 of Schleimer 2003, where 82 % stood "
                "once, 14 % twice and 2 % three times in pages of the web.", plot="lab-frequency"),
        Section("Idiom and copying in prose", ["threshold", "some-rfcs"],
                f"{RFCS} RFCs. Prose has no edge where idiom ends.", plot="lab-threshold-prose"),
        Section("Exact overlap, signatures, chunks and compression", ["overlap", "rfc/table1.tsv", "--draws", "24"],
                "The twelve pairs of Finkel 2002 Table 1. Exact overlap by our matcher is within 1.1 points of the suffix "
                "trees of the paper. Figures that a scan lost are left out: gzip, of which it shows *4 and *3, is 4 "
                "and 3 % here."),
        Section("Every method on labelled answers", ["quality", "clough-stevenson/pairs.tsv"],
                "95 short answers, 57 of them copied with more or less rewriting (Clough and Stevenson 2011).",
                plot="lab-quality"),
    ]


def unpack(folder):
    for name in ("rfc", "clough-stevenson"):
        with tarfile.open(DATA / f"{name}.tar.xz") as archive:
            archive.extractall(folder, filter="data")
    lines = (folder / "rfc/pairs.tsv").read_text().splitlines(keepends=True)
    (folder / "rfc/table1.tsv").write_text("".join([lines[0], *(line for line in lines if "finkel-table1" in line)]))
    (folder / "some-rfcs").mkdir()
    texts = sorted((folder / "rfc/files").iterdir())
    for path in texts[:: len(texts) // RFCS][:RFCS]:
        shutil.copy(path, folder / "some-rfcs")


def cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|").replace("\n", " ")[:60]


def table(name, rows):
    rows = [dict(row) for row in rows]
    if not rows:
        return ""
    columns = list(rows[0])
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines += [f"| {' | '.join(cell(row.get(column)) for column in columns)} |" for row in rows]
    return f"\n*{name}*\n\n" + "\n".join(lines) + "\n"


def shown(section, report):
    asked = [part.replace(str(ROOT) + "/", "") for part in section.arguments]
    data = any(part.startswith(("rfc/", "some-rfcs", "clough")) for part in section.arguments)
    note = "<!-- not run: needs the labelled sets -->\n\n" if data else ""
    out = [f"\n## {section.title}\n\n{note}    whorl lab {' '.join(asked)}\n\n{textwrap.fill(section.text, 100)}\n"]
    out += [table(name, rows) for name, rows in report["tables"].items()]
    if section.plot:
        out.append(f"\n![{section.title}](images/{section.plot}.svg)\n")
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/results.md")
    parser.add_argument("--whorl", default=str(WHORL))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sections = bundled()
        if not options.quick:
            if not (DATA / "rfc.tar.xz").exists():
                sys.exit(f"no labelled sets in {DATA}: name their folder in WHORL_DATA, or run with --quick")
            unpack(folder)
            sections += with_data(folder)
        text = "".join(shown(section, section.run(options.whorl, folder, None if options.quick else IMAGES)) for section in sections)
    if options.quick:
        print(text)
        return
    about = conditions()
    head = ("# The papers' experiments, run again\n\n<!-- written by ./dev bench lab -->\n\nWhat `whorl lab` gives on "
            "today's data, with the papers' figures beside. [The lab](lab.md) says what\neach experiment does.\n")
    foot = (f"\nMeasured on {about['date']} with whorl {about['whorl'].split()[1] if about['whorl'].count(' ') else about['whorl']}"
            f" on {about['cores']} cores ({about['processor']}).\n")
    options.output.write_text(head + text + foot, encoding="utf-8")


if __name__ == "__main__":
    main()
