"""docs/results/benchmarks.md: the page of `./dev bench peers`, and at its end the section of `./dev bench python`."""

import sys

from measuring import ROOT

sys.path.insert(0, str(ROOT / "tests/rules"))

import markdown_width  # noqa: E402

sys.path.pop(0)

PAGE = ROOT / "docs/results/benchmarks.md"
PYTHON = "\n## Python, beside its peers\n"
TITLES = {"licences": "licences", "minhash-articles": "articles"}

SECTION = PYTHON + """
<!-- written by ./dev bench python -->

Processor time on one thread, each tool in a process of its own. The values are medians of {rounds} rounds; datasketch,
datatrove and text-dedup deduplicate the pages once. Peers are called as above.

### From a column of texts to sketches

Megabytes of text a second. whorl reads the column in place. Peers take shingles that Python has made; the time of that
counts, except in the last three rows. Peers get the words that whorl reads, or words cut at blanks: that is faster and
gives other shingles.

{sketches}

Rensa's rho sketch samples positions of the text.

### Which pages are near-duplicates

{documents:,} pages, {size:.0f} MB of words, are in a frame in memory. Each tool removes pages that resemble another one
by {threshold} or more. Only whorl gives the reason for each removal: the kept page and what the two share.

{frame}

*In error*: no other page resembles the removed one by 0.7. *Left behind*: a kept page resembles an earlier kept one by
0.7. *Recall*: the part of the pages to remove that were removed. `bench/exact_pairs.py` counts all {pairs:,} pairs
exactly, without whorl. These three are counted on {judged:,} pages: those of more than 50 words, in scripts with blanks
between words. *Memory* is the peak without that of the process with the frame loaded.

Rensa compares the sketches of candidates before it removes one; the others trust the bands of their sketches. whorl
`mod:25` and `all` remove {same}.

### Beside the command, and the import

{command}

`import whorl` takes {import_ms:.0f} ms of processor time.

Measured on {date} with {whorl}, {versions}, on {cores} cores ({processor}), under a load of {load:.0f}.
"""


def sketch_table(sets):
    first, second = (sets[name] for name in TITLES)
    lines = [f"| tool | {' | '.join(TITLES.values())} |", "|---|---|---|"]
    lines += [f"| {name} | {first[name]:,.0f} | {second[name]:,.0f} |" for name in first]
    return "\n".join(lines)


def frame_table(tools):
    lines = ["| tool | processor seconds | memory | removed | in error | left behind | recall |", "|---|---|---|---|---|---|---|"]
    for name, one in tools.items():
        lines.append(f"| {name} | {one['processor_seconds']:.1f} | "
                     f"{one['beyond_frame_bytes'] / 1e6:.0f} MB | {one['removed']:,} | {one['false']:,} | {one['left']:,} | "
                     f"{one['recall']:.4f} |")
    return "\n".join(lines)


def command_text(command):
    same = "All remove the same documents." if command["same"] else "The documents that they remove differ."
    return (f"For the same pages, `whorl dedup` of the file takes {command['command']:.2f} processor seconds. `whorl.dedup()` "
            f"takes {command['paths']:.2f} s for the file, with the interpreter, and {command['frame']:.2f} s for the frame. "
            f"{same}")


def python_section():
    """The current section, or nothing."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return "".join(text.partition(PYTHON)[1:])


def write_python(results):
    frame = results["frame"]
    of_all, of_sample = frame["tools"]["whorl all"], frame["tools"]["whorl mod:25"]
    same = of_all["as_exact"] == of_sample["as_exact"] == of_all["removed"] == of_sample["removed"]
    section = SECTION.format(
        sketches=sketch_table(results["sketches"]), frame=frame_table(frame["tools"]),
        command=command_text(results["command"]), import_ms=results["import"]["milliseconds"],
        documents=frame["documents"], size=frame["bytes"] / 1e6, pairs=frame["pairs"],
        judged=frame["judged"], same="the same pages" if same else "different pages",
        **{name: results[name] for name in
           ("rounds", "threshold", "date", "whorl", "versions", "cores", "processor", "load")})
    PAGE.write_text(PAGE.read_text(encoding="utf-8").partition(PYTHON)[0] + section, encoding="utf-8")
    markdown_width.fix(PAGE)
