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

`./dev bench python` measures the Python package and its peers by their processor time on one thread, each in a process
of its own. The values are medians of {rounds} rounds; datasketch, datatrove and text-dedup deduplicate the pages once. The recipe of each peer follows its documentation
(`bench/peer_tools.py`): shingles of five words, 128 hashes.

### From a column of texts to sketches

Megabytes of text a second. whorl reads the column in place. Peers take shingles that Python has made; the time of that
counts, except in the last three rows. The words are those that whorl reads too, or they are cut at blanks, which is
faster and gives other shingles.

{sketches}

Rensa's own benchmark begins with shingles in memory and uses its rho sketch. That samples positions of the text.

### Which pages are near-duplicates

{documents:,} pages, {size:.0f} MB of words, are in a frame in memory. Each tool removes pages that resemble another one
by {threshold} or more. whorl also gives the reason for each removal: the kept page and what the two share. No peer does.

{frame}

*Removed in error*: no other page resembles the removed one so much. *Left behind*: the page is kept, and so is an
earlier page that resembles it. *Recall*: the part of the pages to remove that were removed. `bench/exact_pairs.py`
counts all {pairs:,} pairs exactly, without whorl. These three are counted on {judged:,} pages: those of more than 50
words, in scripts with blanks between words. whorl compares the others by letters or by characters. *Memory* is the peak of a run minus the memory
of the process with the frame loaded.

whorl and Rensa compare candidates before they remove one: whorl counts all shingles, Rensa compares the sketches. The
others trust the bands of their sketches. text-dedup and datatrove keep one page of each chain of candidates. text-dedup
reads a data set from a folder, mapped into memory, and datatrove writes its steps to files. whorl `mod:25` and `all` remove {same}.

### Beside the command, and the import

{command}

`import whorl` takes {import_ms:.0f} ms of processor time.

Measured on {date} with {whorl}, {versions}, on {cores} cores ({processor}), by a load of {load:.0f}.
"""


def sketch_table(sets):
    first, second = (sets[name] for name in TITLES)
    lines = [f"| tool | {' | '.join(TITLES.values())} | MB/s of whorl `mod:25` as a multiple |", "|---|---|---|---|"]
    for name in first:
        ratios = " / ".join(f"{some['whorl mod:25'] / some[name]:.2g}" for some in (first, second))
        lines.append(f"| {name} | {first[name]:,.0f} | {second[name]:,.0f} | {ratios} |")
    return "\n".join(lines)


def frame_table(tools):
    own = tools["whorl mod:25"]["processor_seconds"]
    lines = ["| tool | processor seconds | times whorl's | memory | removed | in error | left behind | recall |",
             "|---|---|---|---|---|---|---|---|"]
    for name, one in tools.items():
        lines.append(f"| {name} | {one['processor_seconds']:.1f} | {one['processor_seconds'] / own:.1f} | "
                     f"{one['beyond_frame_bytes'] / 1e6:.0f} MB | {one['removed']:,} | {one['false']:,} | {one['left']:,} | "
                     f"{one['recall']:.4f} |")
    return "\n".join(lines)


def command_table(command):
    lines = ["| the same pages by | processor seconds | times the command's |", "|---|---|---|"]
    for name, title in (("command", "`whorl dedup` of the file"), ("paths", "`whorl.dedup()` of the file, with the interpreter"),
                        ("frame", "`whorl.dedup()` of the frame")):
        lines.append(f"| {title} | {command[name]:.2f} | {command[name] / command['command']:.2f} |")
    same = "The same documents are removed." if command["same"] else "The documents that are removed differ."
    return "\n".join([*lines, "", same])


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
        command=command_table(results["command"]), import_ms=results["import"]["milliseconds"],
        documents=frame["documents"], size=frame["bytes"] / 1e6, pairs=frame["pairs"],
        judged=frame["judged"], same="the same pages" if same else "different pages",
        **{name: results[name] for name in
           ("rounds", "threshold", "date", "whorl", "versions", "cores", "processor", "load")})
    PAGE.write_text(PAGE.read_text(encoding="utf-8").partition(PYTHON)[0] + section, encoding="utf-8")
    markdown_width.fix(PAGE)
