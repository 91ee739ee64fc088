#!/usr/bin/env python3
"""Compares the tokenizers with others: which bytes of each line are string, comment or code.

./dev bench tokenizers                     every language, about 50,000 lines each
./dev bench tokenizers c perl --lines 500000
./dev bench tokenizers c --corpus DIR      files of DIR instead of those of packages
./dev bench tokenizers --few               files with few tokens a line, and why they have few
./dev bench tokenizers --insert 1000       puts 1,000 lines of each language before a program of that language

Lines are left out where the other tokenizer reports an error: there it guesses.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "judges"
JUDGES = ["tree-sitter==0.26.1", "tree-sitter-language-pack==0.13.0", "Pygments==2.21.0"]


def enter_venv():
    """Runs again in the venv with the judges."""
    python = VENV / "bin" / "python"
    if pathlib.Path(sys.prefix) == VENV:
        return
    if not (VENV / "whole").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *JUDGES], check=True)
        (VENV / "whole").touch()
    os.execv(python, [python, *sys.argv])


if __name__ == "__main__":
    enter_venv()

import tokenizer_corpora as corpora  # noqa: E402
import tokenizer_judges as judges  # noqa: E402

REGIONS = ROOT / "build" / "bench" / "bin" / "bench_regions"
PROGRAMS = ROOT / "tests" / "canon" / "golden"
NAMES = {ord("c"): "code", ord("s"): "string", ord("#"): "comment"}
BRACKETS = [(b"(", b")"), (b"[", b"]"), (b"{", b"}")]
ENOUGH = 0.9  # share of a program's tokens that must stay after an inserted line
SHORT = 20  # lines: --few ignores shorter files
GENERATED = re.compile(rb"generated|do not edit", re.IGNORECASE)
HEAD = 2000  # bytes that are searched for signs of a generated file


@dataclasses.dataclass
class Difference:
    path: pathlib.Path
    line: int
    column: int
    lines: int
    text: bytes
    whorl: str
    judge: str

    def __str__(self):
        excerpt = self.text.decode(errors="replace").strip()[:100]
        place = f"{self.path}:{self.line}:{self.column}"
        return f"  {place} {self.lines} lines: whorl {self.whorl}, judge {self.judge}: {excerpt}"


@dataclasses.dataclass
class Result:
    files: int = 0
    lines: int = 0
    skipped: int = 0  # because the judge guesses there
    different: int = 0
    differences: list = dataclasses.field(default_factory=list)

    def row(self, language):
        share = self.different / self.lines if self.lines else 0
        rate = f"1 in {round(1 / share):,}" if share else "–"
        longest = max((d.lines for d in self.differences), default=0)
        counts = f"{self.files:7,}{self.lines:10,}{self.skipped:10,}{self.different:8,}"
        return f"{language:14}{counts}  {rate:>14}{longest:8,}"


HEADER = f"{'language':14}{'files':>7}{'lines':>10}{'guessed':>10}{'differ':>8}  {'share':>14}{'longest':>8}"


def with_regions(language, paths):
    """Each path with its bytes and the regions that the program reports."""
    listing = "".join(f"{language}\t{path}\n" for path in paths)
    out = subprocess.run([REGIONS], input=listing.encode(), stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for path in paths:
        begin = out.index(b"\n", at) + 1
        size = int(out[at:begin])
        yield path, path.read_bytes(), out[begin : begin + size]
        at = begin + size


def usable(path):
    """Whether all lines of a text end in the same way: judges disagree about a lone carriage return."""
    text = path.read_bytes()
    return b"\0" not in text and b"\r" not in text.replace(b"\r\n", b"\n")


def chosen(language, options):
    lines, paths = 0, []
    for path in corpora.files(language, options.corpus):
        if lines >= options.lines:
            break
        if usable(path):
            paths.append(path)
            lines += path.read_bytes().count(b"\n")
    return paths


def first_difference(own, judged):
    at = next(i for i, (a, b) in enumerate(zip(own, judged)) if a != b)
    return at, NAMES[own[at]], NAMES[judged[at]]


def compare(path, text, own, judged, result):
    """Lines that differ; consecutive ones count as one difference."""
    judged = bytes(o if o == ord(" ") or j == ord("-") else j for j, o in zip(judged, own))
    result.files += 1
    at, last = 0, None
    for number, line in enumerate(text.split(b"\n"), 1):
        ours, theirs = own[at : at + len(line)], judged[at : at + len(line)]
        at += len(line) + 1
        if b"?" in theirs:
            result.skipped += 1
            continue
        result.lines += 1
        if ours == theirs:
            if ours.strip():
                last = None
            continue
        result.different += 1
        if last is not None:
            last.lines = number - last.line + 1
            continue
        column, whorl, judge = first_difference(ours, theirs)
        last = Difference(path, number, column + 1, 1, line[column:], whorl, judge)
        result.differences.append(last)


def compare_language(language, options):
    result = Result()
    for path, text, own in with_regions(language, chosen(language, options)):
        own = own.lower()
        compare(path, text, own, judges.regions(language, path, text), result)
    return result


def compare_all(languages, options):
    print(HEADER)
    for language in languages:
        result = compare_language(language, options)
        print(result.row(language), flush=True)
        for difference in sorted(result.differences, key=lambda d: -d.lines)[: options.show]:
            print(difference)


def ends_program(line):
    return line.startswith((b"__END__", b"__DATA__", b"=", b"#lang", b"#!")) or b"?>" in line


def first_region(text, judged, at):
    """For the line at `at`: a string there may be a here document of the line before."""
    while at < len(text) and text[at : at + 1].isspace():
        at += 1
    return judged[at : at + 1].replace(b"#", b"c")


def is_balanced(line, judged):
    """Whether the line opens as many brackets in code as it closes."""
    code = bytes(byte for byte, region in zip(line, judged) if region == ord("c"))
    return all(code.count(opener) == code.count(closer) for opener, closer in BRACKETS)


def lone_lines(text, judged):
    """Lines outside of literals, comments and expressions that begin before or end after the line."""
    at = 0
    for line in text.split(b"\n"):
        begin, end = at, at + len(line)
        at = end + 1
        around = judged[begin - 1 : begin] + judged[end : end + 1] + first_region(text, judged, at)
        regions = judged[begin:end]
        known = not set(around + regions) & set(b"?-")
        whole = not set(around) & set(b"s#") and is_balanced(line, regions)
        if line.strip() and known and whole and b"\r" not in line and not ends_program(line):
            yield line


def inserted_lines(language, options):
    lines = set()
    for path in chosen(language, options):
        text = path.read_bytes()
        found = lone_lines(text, judges.regions(language, path, text))
        lines.update(line for line in found if judges.ends_in_program(language, line))
    return random.Random(1).sample(sorted(lines), min(options.insert, len(lines)))


def insert_all(languages, options):
    place = ROOT / "build" / "corpora" / "lines"
    place.mkdir(parents=True, exist_ok=True)
    for language in languages:
        lines = inserted_lines(language, options)
        path = place / language
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        listing = f"{language}\t{path}\n"
        out = subprocess.run([REGIONS, PROGRAMS], input=listing, stdout=subprocess.PIPE, text=True, check=True).stdout
        shares = out.split()
        failures = [(float(share), line) for share, line in zip(shares, lines) if float(share) < ENOUGH]
        print(f"{language:14}{len(lines):7,} lines, {len(failures):5,} change the program after them", flush=True)
        for share, line in failures[: options.show]:
            print(f"  {share:.2f} {line.decode(errors='replace').strip()[:120]}")


@dataclasses.dataclass
class Shape:
    """The contents of a file."""
    tokens: int = 0
    lines: int = 0
    comments: int = 0  # lines that are mostly comment
    strings: int = 0  # lines that are mostly string

    def __init__(self, text, regions):
        self.tokens = regions.count(b"C") + regions.count(b"S")
        at = 0
        for line in text.split(b"\n"):
            bytes_here = regions[at : at + len(line)].lower().replace(b" ", b"")
            at += len(line) + 1
            self.lines += bytes_here != b""
            self.comments += 2 * bytes_here.count(b"#") > len(bytes_here)
            self.strings += 2 * bytes_here.count(b"s") > len(bytes_here)

    def reaches(self, density, lines):
        return self.tokens >= density * lines


def cause(text, shape, density):
    """Why a file has fewer tokens per line than `density`."""
    if GENERATED.search(text[:HEAD]):
        return "generated code"
    if shape.reaches(density, shape.lines - shape.comments):
        return "documentation"
    return "data" if shape.reaches(density, shape.lines - shape.comments - shape.strings) else "none"


def list_few(languages, options):
    """Files with less than a third of the median tokens per line of their language."""
    for language in languages:
        found = with_regions(language, chosen(language, options))
        files = [(path, text, Shape(text, own)) for path, text, own in found]
        files = [file for file in files if file[2].lines >= SHORT]
        median = statistics.median(shape.tokens / shape.lines for _, _, shape in files)
        few = [file for file in files if not file[2].reaches(median / 3, file[2].lines)]
        reasons = [(cause(text, shape, median / 3), path, shape) for path, text, shape in few]
        counts = collections.Counter(why for why, _, _ in reasons).most_common()
        counts = ", ".join(f"{n} {why}" for why, n in counts)
        print(f"{language:14}{len(files):7,} files, median {median:.1f}, {len(few):5,} with few: {counts}", flush=True)
        for why, path, shape in sorted(reasons, key=lambda reason: reason[0] != "none")[: options.show]:
            print(f"  {why:14} {shape.tokens:,} tokens in {shape.lines:,} lines: {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="default: all")
    parser.add_argument("--corpus", metavar="DIR", help="compare the files of DIR")
    parser.add_argument("--lines", type=int, default=50_000, metavar="N", help="of each language; default 50000")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="differences to print; default 10")
    parser.add_argument("--few", action="store_true", help="list files with few tokens a line instead, and why")
    parser.add_argument("--insert", type=int, metavar="N", help="put N lines before a program instead")
    options = parser.parse_args()
    languages = options.languages or list(corpora.SOURCES)
    unknown = [language for language in languages if language not in corpora.SOURCES]
    if unknown:
        parser.error(f"no corpus for {', '.join(unknown)}; there are {', '.join(corpora.SOURCES)}")
    run = insert_all if options.insert else list_few if options.few else compare_all
    run(languages, options)


if __name__ == "__main__":
    main()
