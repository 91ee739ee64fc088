#!/usr/bin/env python3
"""bench/lab.py [--quick | --only TITLE] [-o FILE]: the experiments of the papers, as docs/results/papers.md shows them.

Runs `whorl lab` on the labelled sets, which are searched for in ../shared/data next to the project or in WHORL_DATA.
Writes tables, plots and the paper's values into docs/results/papers.md and docs/images. --quick runs what needs only the
project's files, prints it and writes nothing. --only TITLE runs the sections whose titles begin with TITLE, and does
not change the others in docs/results/papers.md.
"""

import argparse
import itertools
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
    """One experiment: what is asked, the command as a reader would type it, what to say of it, and what must hold.

    `cheap`: flags that tests/docs/examples_test.py adds, so that the command takes a second or two.
    `tables`: the tables that the page shows, all by default. `rows`: for a table, how many of its first rows the page
    shows, or which, by their first cells. `without`: columns that the page leaves out of every table.
    """

    def __init__(self, title, arguments, text, plot=None, bars=(), tables=None, rows=None, without=(), cheap=""):
        self.title, self.arguments, self.text, self.plot, self.cheap = title, arguments, text, plot, cheap
        self.bars, self.tables, self.rows, self.without = bars, tables, rows or {}, without

    def extract(self, name, rows):
        """What the page shows of a table."""
        asked = self.rows.get(name, len(rows))
        if isinstance(asked, int):
            rows = rows[:asked]
        else:
            rows = [row for row in rows if cell(next(iter(row.values()))) in asked]
        return [{column: value for column, value in row.items() if column not in self.without} for row in rows]

    def run(self, whorl, folder, images):
        command = [whorl, "lab", *self.arguments, "--json"]
        if self.plot and images:
            command += ["--svg", str(images / f"{self.plot}.svg"), "--force"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        report = json.loads(done.stdout)
        for claim, holds in self.bars:
            if not holds(report["tables"]):
                sys.exit(f"{self.title}: it does not hold that {claim}")
        return report


def row(table, name):
    """The row of a table that begins with a name."""
    return next(one for one in table if next(iter(one.values())) == name)


def false_hits(tables, setting):
    return row(tables["noise"], setting)["false"]


THRESHOLDS = {"shared by k": ["10", "12", "16", "32", "64"]}
NAMES = {"names by k": ["9"]}
INTERVALS = ("AUC low", "AUC high", "average precision", "AP low", "AP high", "best F1", "seconds")
SELECTORS = {"density": ["winnow:w=100", "oc:w=100", "safemodp:w=100", "modp:p=50"]}
UNSAID = ("fingerprints", "in", "chi² / 255")  # columns of density
MAIN_METHODS = ["compare", "shingles:k=10", "min:k=10,s=400", "mod:k=10,m=25", "vi:k=10", "supershingle:k=10,m=25,run=6",
                "smallest-winnowed:k=50,w=100,s=100", "se:c=10", "se-sqrt:c=10", "se-none:c=10", "overlapping:b=10",
                "scam:c=10,e=25", "sif:b=50,p=50", "koala:k=20,stored=100,searched=1000", "exact-overlap:k=45",
                "tiling:k=5", "gzip:level=9", "bzip2:level=9", "xz:level=6", "zstd:level=19", "ppmd", "statistics", "style"]
RFC_PAIRS = ["rfc1596.txt", "rfc1600.txt", "rfc2392.txt"]
NOISE_BARS = [
    ("the frequency check lowers false hits",
     lambda t: false_hits(t, "as in the paper") < false_hits(t, "no frequency check")),
    ("the prologue cut lowers false hits", lambda t: false_hits(t, "as in the paper") < false_hits(t, "prologue kept")),
    ("a text finds itself whole", lambda t: all(one["least own ratio"] == 1 for one in t["noise"])),
]


def bundled():
    """What the project has all data for."""
    homework = str(ROOT / "examples/homework/2026")
    return [
        Section("Density on random letters", ["density", "--random", "8M", "--noise", "50", "--window", "100"],
                "Winnowing keeps 2 / (w + 1) of the k-grams, 0.0198 at w = 100, and 0 mod 50 keeps 0.02 (Schleimer 2003 "
                "§5.1). Open-closed keeps fewer with the same guarantee; the bound of the paper's Theorem 1 is 1.5 / (w + "
                "1).",
                bars=[("winnow keeps 2/101 within 1 %",
                       lambda t: abs(row(t["density"], "winnow:w=100")["density"] / (2 / 101) - 1) < .01),
                      ("0 mod 50 keeps .02 within 1.5 %",
                       lambda t: abs(row(t["density"], "modp:p=50")["density"] / .02 - 1) < .015)],
                tables=["density"], rows={"density": [*SELECTORS["density"], "every:i=50"]}, without=(*UNSAID, "paper, pages")),
        Section("What is found, by the length of the match", ["guarantee"],
                "Nothing shorter than k = 50 is found. From t = 149 on every selector with a guarantee finds all. 0 mod 50 "
                "misses about one match of t in eight (13.5 % in Schleimer 2003 §3.1.1). Selecting every 50th k-gram does "
                "not work: one more letter in front of the copy moves all positions, and nothing is shared.", plot="lab-guarantee",
                tables=["detected"], rows={"detected": ["49", "50", "99", "149", "199"]},
                without=("robust:w=100", "modmin:w=100", "every:i=50")),
        Section("Idiom and copying in code", ["threshold", homework, "--front-end", "code:python",
                                              "--base", str(ROOT / "examples/homework/given")],
                "This is the bundled class in Python, without its given code. At k = 48 the share of pairs falls to 0.18; "
                "with the given code it is 0.71 until k = 64.", plot="lab-threshold-code",
                tables=[]),
        Section("Error and coverage of sketches", ["sketch-error"],
                "The pairs share from nothing to everything. With ten hash functions there are 2,000 estimates a sketch. "
                "Intervals of 95 % have to contain the truth in 93 to 97 % of cases (Broder 1997). The second table has the "
                "share of pairs that each way of joining finds. The command also takes an eighth of a text and looks up its "
                "n smallest fingerprints, for n from 5 to 400. If only the n smallest fingerprints of the whole text are "
                "stored, 12 to 14 % are found. The resemblance is 12.5 %. If all fingerprints of the text are stored, all "
                "are found (Schleimer 2003 §3.2).", plot="lab-found",
                bars=[("intervals hold 93 to 97 % over 2,000 estimates",
                       lambda t: all(one["estimates"] >= 2000 and .93 <= one["resemblance held"] <= .97 and
                                     .93 <= one["containment held"] <= .97 for one in t["sketches"]))],
                cheap="--trials 20",
                tables=["sketches", "found by resemblance"],
                rows={"sketches": ["min:25", "min:100", "min:400", "min:1600", "mod:25", "vi"],
                      "found by resemblance": ["0.3", "0.5", "0.7", "0.9"]},
                without=("root mean square", "estimates", "expected of exact, from .5", "expected of bands:14x8",
                         "expected of bands:20x2", "expected of supershingle:6", "expected of supershingle:3")),
        Section("Names in code", ["renaming", homework, "--front-end", "code:python"],
                "For k = 9, one symbol for all names (constants) finds all of a renamed copy. Baker's parameterised matches "
                "(p-match) find less where names alternate. Unrelated programs (strangers) share about as much by both.",
                bars=[("constants find all of a renamed copy", lambda t: all(
                    one["found of a renamed copy"] == 1 for one in t["names by k"] if one["names"] != "names kept"))],
                rows=NAMES, without=("k", "ROC AUC")),
        Section("Rolling hashes", ["hashing"],
                "Schleimer 2003 §5.1 reports over four times the speed at k = 50. Speeds are by processor time.",
                rows={"megabytes a second": ["5", "20", "50", "200"]}, without=("paper",)),
    ]


def with_data(folder):
    return [
        Section("Density on texts", ["density", "rfc/files", "--noise", "50", "--window", "100"],
                "2,629 RFCs, 111 MB. Every selector keeps its expected share within 1 %. Winnowing never leaves a whole window "
                "without a fingerprint; the longest run of 0 mod 50 is 918 k-grams.", tables=[]),
        Section("How often k-grams occur in texts", ["frequency", "rfc/files", "--noise", "50"],
                "The frequencies by rank are a straight line with both axes logarithmic, as in Fig. 4 of Schleimer 2003. The "
                "paper fits its line without an outlying plateau; the slope *cleaned* leaves it out too.", plot="lab-frequency",
                tables=["frequency"], without=("distinct", "slope")),
        Section("Density on pages", ["density", "kafka-html/files", "--front-end", "html", "--noise", "50", "--window", "100"],
                "The lines of Fig. 3 of Schleimer 2003 on 2,717 pages of one manual (71 MB) in place of 500,000 pages of "
                "the web (7.2 GB). The densities agree. The longest run without a fingerprint of 0 mod 50 is 29,983 in the "
                "paper. Such a run needs a long text of few different k-grams, and a manual has none.",
                bars=[("winnowing never leaves a window", lambda t: row(t["density"], "winnow:w=100")["longest run"] == 99),
                      ("0 mod 50 leaves long runs", lambda t: row(t["density"], "modp:p=50")["longest run"] > 500)],
                tables=["density"], rows=SELECTORS, without=(*UNSAID, "paper, random")),
        Section("How often k-grams occur in pages", ["frequency", "kafka-html/files", "--front-end", "html", "--noise", "50"],
                "These pages are versions of one manual, so 48 % of the k-grams occur twice and only 18 % once.",
                tables=["frequency"], without=("distinct", "slope")),
        Section("Common shingles of pages", ["frequency", "kafka-html/files", "--front-end", "html:words", "--noise", "10"],
                "Broder 1997 finds that nearly all shingles of more than 1,000 documents were written by programs: "
                "headers, footers and forms. Here they are the menus and scripts of javadoc.",
                tables=[]),
        Section("Idiom and copying in a class", ["threshold", "irplag/files/case-01", "--front-end", "code:java"],
                "Java programs for one task, copies among them. The table shows the edge that Schleimer 2003 §5.2 "
                "describes. At k = 10 almost all pairs share a k-gram, at k = 16 a third do.",
                rows=THRESHOLDS, without=("pairs", "share of k-grams")),
        Section("Idiom and copying in prose", ["threshold", "some-rfcs"],
                f"{RFCS} RFCs. Prose has no edge where idiom ends.", plot="lab-threshold-prose",
                tables=[]),
        Section("Exact overlap, signatures, chunks and compression", ["overlap", "rfc/table1.tsv", "--draws", "24"],
                "The tables show how much of *a* is in *b*, for pairs of Table 1 of Finkel 2002. Exact overlap is within "
                "1.1 points of the suffix trees of the paper, on all twelve. For the least similar pairs the paper's "
                "signatures are above exact overlap. Here they are below it in the mean of 24 samples, because a chunk has "
                "to be shared whole. gzip forgets the first text before it reads the second, as in the paper; xz and zstd "
                "look further back. The paper's SE takes 5 % of the documents, because its database also has the names of "
                "the files of each digest. Overlapping chunks take 95 times the memory of signatures (130 in the paper). "
                "They take the same processor time (4.6 times in the paper), because digests stay in memory here.",
                bars=[("exact overlap is within 2 points of the paper's", lambda t: all(
                    abs(one[side] - one[f"paper {side}"]) < .02
                    for one in t["exact overlap"] if one["paper a in b"] is not None for side in ("a in b", "b in a"))),
                      ("xz and zstd find what gzip does not", lambda t: all(
                          one[far] > .7 for one in t["compression"][:9] for far in ("xz", "zstd")))],
                tables=["exact overlap", "signature extraction", "overlapping chunks", "compression", "cost"],
                rows=dict.fromkeys(("exact overlap", "signature extraction", "overlapping chunks", "compression"), RFC_PAIRS),
                without=("b in a", "paper b in a", "least", "greatest", "least b", "greatest b", "xz", "bytes kept", "paper KB",
                         "CPU seconds", "paper seconds")),
        Section("All pairs of RFCs by signatures", ["overlap", "rfc/files"],
                "Finkel 2002 §3 counts the pairs of 2,591 RFCs by their similarity; this table does the same. From 0.2 to "
                "0.9 there are 1 to 1.8 times as many pairs as in the paper. Below 0.2 there are many more. Most of these "
                "share one chunk of the text that begins or ends many RFCs; the hash function decides which chunks these "
                "are.",
                plot="lab-overlap", tables=["extraction"],
                without=("bytes kept", "CPU seconds to sign", "CPU seconds to compare")),
        Section("Sonnets", ["overlap", "sonnets/files"],
                "Sonnets 36 and 96 share their last couplet. In the paper, signatures find no pair. Exact overlap and "
                "winnowing find only this pair, and gzip ranks it first, as in the paper; bzip2 and PPMd do not. Here "
                "signatures find one wrong pair; which pair depends on the hash function.", tables=["pair by pair"],
                rows={"pair by pair": ["se:c=10", "exact-overlap:k=45", "smallest-winnowed:k=30,w=16,s=1000000",
                                       "gzip:level=9"]}, without=("pairs", "least"),
                bars=[("exact overlap finds 36 and 96 alone", lambda t: {
                    row(t["pair by pair"], "exact-overlap:k=45")[name][-7:-4] for name in ("most similar", "and")} ==
                    {"036", "096"} and row(t["pair by pair"], "exact-overlap:k=45")["above 0"] == 1),
                      ("winnowing finds them", lambda t: row(
                          t["pair by pair"], "smallest-winnowed:k=30,w=16,s=1000000")["above 0"] == 1),
                      ("signatures do not", lambda t: row(t["pair by pair"], "se:c=10")["most similar"] is None or
                       "036" not in row(t["pair by pair"], "se:c=10")["most similar"])]),
        Section("Neighbours by statistics", ["neighbours", "finkel22"],
                "The 22 RFCs of Finkel 2002 Table 3, by the shares of *the*, *and*, *but* and *so*. In all its 13 rows the "
                "nearest text is the paper's, and the distances differ by at most 2 %. By 42 numbers in place of four, "
                "every RFC that has a close relative finds it. The tree of four numbers looks at 11 vectors a search, the "
                "other at 19.",
                bars=[("the nearest are those of Table 3, at its distances", lambda t: all(
                    one["nearest"] == one["paper nearest"] and abs(one["10⁸ squared"] / one["paper distance"] - 1) < .02
                    for one in t["the, and, but, so"] if one["text"] != "rfc1410.txt")),
                      ("neighbours are those of a comparison with all",
                       lambda t: all(one["other than of all"] == 0 for one in t["trees"]))],
                tables=["the, and, but, so"],
                rows={"the, and, but, so": ["rfc2264.txt", "rfc1138.txt", "rfc1596.txt", "rfc1084.txt"]},
                without=("mutual", "SE", "distance", "paper nearest", "paper SE")),
        Section("Programs by syntax chunks", ["quality", "irplag/pairs.tsv", "--front-end", "code:java", *(
            argument for kind in ("paragraph", "subroutine") for culling in ("", "-none")
            for argument in ("-m", f"se-{kind}{culling}"))],
                "Java homework, copied with more or less rewriting (IR-Plag): chunks by blank lines and by subroutines "
                "(Finkel 2002 §2.1). They rank such copies no better than chance, because any change of a statement changes "
                "the digest of its chunk. Only subroutines without culling find some copies.",
                without=INTERVALS),
        Section("A class by syntax chunks", ["quality", "progpedia/all.tsv", "--front-end", "code:java", *(
            argument for kind in ("paragraph", "subroutine") for culling in ("", "-none")
            for argument in ("-m", f"se-{kind}{culling}")), "-m", "compare"],
                "67 programs for one task, all pairs, 91 of them copies (PROGpedia, as JPlag tests it). Signatures rank copies "
                "far above chance: copies keep whole subroutines, and their names do not count. Culling loses some of them.",
                bars=[("subroutines rank copies first", lambda t: row(t["quality"], "se-subroutine-none")["ROC AUC"] > .98)],
                without=INTERVALS),
        Section("Sentences, paragraphs and anchors", ["quality", "clough-stevenson/pairs.tsv", "--front-end", "words", *(
            argument for method in ("sentences", "se-paragraph-none", *(
                f"sif-anchor:b=50,anchor={word}" for word in ("ante", "tion", "ing", "the")))
            for argument in ("-m", method))],
                "The units of Schleimer 2003 §2.4, on 95 short answers. No answer keeps a whole paragraph of its source. An "
                "anchor, the letters at which a chunk begins, must be frequent, as Finkel 2002 §5 objects. \"ante\" finds "
                "no copy, and \"the\" finds two in three at a precision of 0.95.",
                bars=[("a frequent anchor finds more than a rare one", lambda t: row(
                    t["quality"], "sif-anchor:b=50,anchor=the")["ROC AUC"] > row(
                        t["quality"], "sif-anchor:b=50,anchor=ante")["ROC AUC"])],
                without=INTERVALS),
        Section("Names in labelled code", ["renaming", "irplag/pairs.tsv", "--front-end", "code:java"],
                "The Java homework of IR-Plag: how well constants for names and parameterised matches rank it (k = 9).",
                rows=NAMES, without=("k", "found of a renamed copy", "found where names alternate")),
        Section("Koala", ["koala", "rfc/files"],
                "2,629 RFCs (Heintze 1996). Two measures lower the number of false hits: the frequency check, and leaving "
                "out the beginning of each document. A text finds all of its 100 rarest substrings in itself; with random "
                "samples it would find 29 %. The last table has the hits by chance in a million documents. The paper "
                "expects 40,000 if substrings are ten times as frequent, and assumes as many different substrings as "
                "before. But then there is only a tenth of them, and the hits by chance are ten times as many.",
                plot="lab-koala",
                bars=[*NOISE_BARS, ("hits by chance are as many as expected", lambda t: all(
                    abs(one["hit"] / one["expected"] - 1) < .2 for one in t["hits by chance"]))],
                tables=["noise", "rarity", "stored size", "hits by chance"],
                rows={"stored size": ["25", "100", "400"]},
                without=("least own ratio", "from 2 %", "from 5 %", "from 10 %", "from 20 %", "from 50 %", "from 90 %",
                         "texts", "drawn from", "stored", "searched", "documents")),
        Section("Every method on labelled answers", ["quality", "clough-stevenson/pairs.tsv"],
                "95 short answers, 57 of them copied with more or less rewriting (Clough and Stevenson 2011). "
                "Sentences and other anchors are [above](#sentences-paragraphs-and-anchors).",
                plot="lab-quality", rows={"quality": MAIN_METHODS}, without=(*INTERVALS, "recall at .95")),
    ]


def unpack_class(folder):
    """The list of PROGpedia names copies alone: here all pairs, with 0 for the others."""
    home = folder / "progpedia-jplag"
    copies = {frozenset(line.split("\t")[:2]) for line in (home / "pairs.tsv").read_text().splitlines()[1:]}
    names = sorted(path.name for path in (home / "files").iterdir())
    lines = [f"{a}\t{b}\t{int({a, b} in copies)}" for a, b in itertools.combinations(names, 2)]
    (home / "all.tsv").write_text("\n".join(["a\tb\tlabel", *lines]) + "\n")
    home.rename(folder / "progpedia")


def unpack(folder):
    for name in ("rfc", "clough-stevenson", "sonnets", "irplag", "kafka-html", "progpedia-jplag"):
        with tarfile.open(DATA / f"{name}.tar.xz") as archive:
            archive.extractall(folder, filter="data")
    lines = (folder / "rfc/pairs.tsv").read_text().splitlines(keepends=True)
    table1 = [line for line in lines if "finkel-table1" in line]
    (folder / "rfc/table1.tsv").write_text("".join([lines[0], *table1, "rfc2300.txt\trfc2300.txt\titself\n"]))
    (folder / "finkel22").mkdir()
    for name in {name for line in table1 for name in line.split("\t")[:2]}:
        shutil.copy(folder / "rfc/files" / name, folder / "finkel22")
    unpack_class(folder)
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
    data = any(part.startswith(("rfc/", "some-rfcs", "clough", "sonnets", "finkel22", "irplag", "kafka", "progpedia"))
               for part in section.arguments)
    mark = "not run: needs the labelled sets" if data else f"run: with {section.cheap}" if section.cheap else ""
    note = f"<!-- {mark} -->\n\n" if mark else ""
    out = [f"\n## {section.title}\n\n{note}    whorl lab {' '.join(asked)}\n\n{textwrap.fill(section.text, 100)}\n"]
    shown_tables = report["tables"] if section.tables is None else section.tables
    out += [table(name, section.extract(name, report["tables"][name])) for name in shown_tables]
    if section.plot:
        out.append(f"\n![{section.title}](../images/{section.plot}.svg)\n")
    return "".join(out)


def titled(text):
    """The sections of a page by their titles, without the text after the last of them."""
    parts = text.split("\n## ")[1:]
    return {part.split("\n", 1)[0]: "\n## " + part.split("\nMeasured on ")[0] for part in parts}


IN_PART = """
## Done in part

- Broder 1997, "Status": 30 million pages of 150 GB. `./dev bench cluster` goes up to ten million
  documents and up to 24 GB ([Cluster](../cluster.md#time-and-memory)).
- Finkel 2002 §3: the class of 65 students is not public. A class of 67 is used above instead.
- Finkel 2002 §4.2: syllables, passive constructions, dependent clauses and the words of technical
  vocabularies. `style` has 42 numbers that need no parser and no dictionary.
- Finkel 2002 §4.2: approximate nearest neighbours in many dimensions. The tree finds the exact
  neighbour, and in 42 dimensions it looks at nearly all vectors.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", help="the beginning of a title")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "docs/results/papers.md")
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
        kept = titled(options.output.read_text(encoding="utf-8")) if options.only else {}
        images = None if options.quick else IMAGES
        text = "".join(kept.get(section.title, "") if options.only and not section.title.startswith(options.only)
                       else shown(section, section.run(options.whorl, folder, images)) for section in sections)
    if options.quick:
        print(text)
        return
    about = conditions()
    head = ("# The papers' experiments, run again\n\n<!-- written by ./dev bench lab -->\n\nAfter reading this page you know "
            "which values of the papers `whorl lab` repeats on today's data.\n[The lab](../lab.md) explains each "
            "experiment. Long tables are extracts; the commands print them in\nfull.\n")
    foot = (f"\nMeasured on {about['date']} with whorl {about['whorl'].split()[1] if about['whorl'].count(' ') else about['whorl']}"
            f" on {about['cores']} cores ({about['processor']}).\n")
    options.output.write_text(head + text + IN_PART + foot, encoding="utf-8")


if __name__ == "__main__":
    main()
