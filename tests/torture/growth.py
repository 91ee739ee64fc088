#!/usr/bin/env python3
"""Whether time and memory grow with the input, and not with its square, on texts that are made to be hard.

usage: growth.py WHORL [--seconds S] [--seed N]

Each hostile text is given to `whorl fingerprint` as a file of each kind and language, some also to
`whorl compare`, `cluster` and `dedup`. A command that takes at least half a second for 4n bytes is
also run on n bytes: four times the input may take at most 5.3 times the time of the processor, and
of the memory beyond what an empty input takes. Ends with 1 if any grows faster.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

SMALL = 1 << 20  # bytes
FACTOR, MOST = 4, 5.3
NOTICED = 0.5  # seconds
TRIES = 3  # the least of them counts: other processes may use this machine
SECONDS = 300  # of one command


def fibonacci(size: int) -> str:
    a, b = "a", "ab"
    while len(b) < size:
        a, b = b, b + a
    return b[:size]


def staircase(size: int) -> str:
    out, depth = [], 0
    while size > 0:
        out.append(" " * depth + "x:\n")
        size -= depth + 3
        depth += 1
    return "".join(out)


def noise(size: int) -> str:
    letters = random.Random(size)
    return "".join(letters.choices("abc(){}[]<>\"'`\\/*-+#%$@!?:;,.&|=~^_ \n\t019", k=size))


REPEATED = ["x", "ab", "x\u0301", "(", "{", "[", "<", "/*", "(*", "{-", "--[[", "#|", "<!--", '"', "'", "`", '"""', "'''", "\\",
            "\\\n", "<<A\n", "$(", "${", "#{", "r#\"", "??/\n", "?", "\n", " ", "\t", "%q(", "q{", "s/", "<a ", "</a>", "<a b=c>",
            "&amp;", "&", "```\n", "=begin\n", "@", "1", "1.", "//", "#", "--", "a;", "a.", "if a {\n", "begin\n", "\\u8364?", "\u6f22",
            "\u3042", "\u0e01", "\ufdfa", "\u200b", "e\u0301\u0301", "{\\b ", "{{", "[](", "**", "*_", "|a", "\r", "\x00"]
TEXTS = {**{repr(unit): (lambda size, unit=unit: unit * (size // len(unit.encode()))) for unit in REPEATED},
         "nested brackets": lambda size: "(" * (size // 2) + ")" * (size // 2),
         "nested braces": lambda size: "{" * (size // 2) + "}" * (size // 2),
         "nested elements": lambda size: "<a>" * (size // 7) + "</a>" * (size // 7),
         "Fibonacci words": fibonacci, "a staircase": staircase, "noise": noise}
BESIDE = ("'x'", "'ab'", "'x\u0301'", "'??/\\n'", "'a;'", "'\u6f22'", "Fibonacci words", "noise")  # also compared and clustered


@dataclasses.dataclass
class Kind:
    """A command on a text; {} in a file's name is its ending."""
    name: str
    command: list[str]
    files: list[str]
    text: str

    def run(self, whorl: pathlib.Path, size: int) -> tuple[float, float]:
        """Seconds of the processor, and MiB at most."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "in").mkdir()
            for part, file in enumerate(self.files, 1):
                (folder / "in" / file).write_text(wrapped(file, TEXTS[self.text](size // part)), encoding="utf-8")
            process = subprocess.Popen([whorl, *self.command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in (0, 1, 2, 3):
                raise RuntimeError(f"{self.name}: status {process.returncode}")
            return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def wrapped(file: str, text: str) -> str:
    if file.endswith(".rtf"):
        return "{\\rtf1 " + text + "}"
    if file.endswith((".jsonl", ".ipynb")):
        return json.dumps({"id": "1", "text": text}) + "\n"
    return text


def kinds(whorl: pathlib.Path) -> list[Kind]:
    listed = json.loads(subprocess.run([whorl, "methods", "--json"], check=True, capture_output=True, text=True).stdout)
    endings = [language["extensions"][0] for language in listed["languages"] if language["extensions"]]
    out = []
    for ending in [*endings, "txt", "html", "rtf", "md", "tex", "jsonl", "xml", "csv", "ipynb"]:
        out += [Kind(f"fingerprint .{ending} {text}", ["fingerprint", "in", "--threads", "1", "-q"], [f"a.{ending}"], text)
                for text in TEXTS]
    for text in BESIDE:
        for ending in ("txt", "c", "py", "java"):
            out.append(Kind(f"compare .{ending} {text}", ["compare", "in", "--by", "file", "-o", "report", "-q", "--threads", "1"],
                            [f"a.{ending}", f"b.{ending}"], text))
        for name, command in (("cluster", ["cluster", "in", "-o", "s"]), ("dedup", ["dedup", "in", "-o", "kept.jsonl"]),
                              ("passages", ["dedup", "--passages", "in", "-o", "kept.jsonl"])):
            out.append(Kind(f"{name} {text}", [*command, "-q", "--threads", "1"], ["a.jsonl", "b.jsonl"], text))
    return list({kind.name: kind for kind in out}.values())


def faster_than_linear(kind: Kind, whorl: pathlib.Path, empty: float) -> str:
    """What grows too fast; empty: nothing."""
    seconds, memory = kind.run(whorl, FACTOR * SMALL)
    if seconds < NOTICED:
        return ""
    small = kind.run(whorl, SMALL)
    for _ in range(TRIES - 1):
        if seconds <= MOST * small[0]:
            break
        seconds = min(seconds, kind.run(whorl, FACTOR * SMALL)[0])
        small = (max(small[0], kind.run(whorl, SMALL)[0]), small[1])
    if seconds > MOST * small[0]:
        return f"WRONG: {kind.name}: {small[0]:.2f} s for {SMALL >> 20} MiB, {seconds:.2f} s for {FACTOR * SMALL >> 20} MiB"
    if memory - empty > MOST * max(small[1] - empty, 16):
        return f"WRONG: {kind.name}: {small[1]:.0f} MiB for {SMALL >> 20} MiB, {memory:.0f} MiB for {FACTOR * SMALL >> 20} MiB"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("whorl", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    whorl, end = options.whorl.resolve(), time.monotonic() + options.seconds
    chosen = kinds(whorl)
    random.Random(options.seed).shuffle(chosen)
    empty = Kind("empty", ["fingerprint", "in", "-q"], ["a.txt"], "'x'").run(whorl, 0)[1]
    tried, wrong = 0, []
    for kind in chosen:
        if time.monotonic() > end:
            break
        tried += 1
        if why := faster_than_linear(kind, whorl, empty):
            wrong.append(why)
            print(why, flush=True)
    print(f"{tried - len(wrong)} right, {len(wrong)} WRONG of {len(chosen)} kinds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
