"""Writes docs/results/ledger.md from the costs of bench/ledger.py. Two sections are kept: the clean build, which is
measured on request, and the list of reasons, which is written by hand."""

import statistics
import sys

from before_after import interval, ratio
from measuring import ROOT
from registry_page import sections_of, table

sys.path.insert(0, str(ROOT / "tests/rules"))

import markdown_width  # noqa: E402

sys.path.pop(0)

PAGE = ROOT / "docs/results/ledger.md"
NOTABLE = 0.03
ENOUGH = 5  # rounds that are needed to show the range of a ratio
OLD, BEFORE, NOW, ANCHOR = range(4)  # sides of a round
VALUES = (("processor", "Processor time", "Seconds of all threads."),
          ("wall", "Wall time", "Seconds from start to end."),
          ("memory", "Peak memory", "MB of the largest process."))
BUILD, REASONS = "A clean build", "What changed a value by more than 3 %"

HEAD = """# A ledger of cost

<!-- written by ./dev bench ledger -->

After reading this page you know what fixed jobs cost with three builds of whorl and with public programs (anchors):

{builds}

An anchor gets the same input and shows how fast the machine was. Its work differs from whorl's. SIM finds for each file
where its text comes from, rensa compares sketches of 128 hashes, and memcpy copies as many bytes in memory.

**Read the ratios within this page.** The builds and the anchor ran in turn, so other work on the machine slows all of
them. The values are medians of {rounds}. A range contains 95 % of the ratios of resampled rounds; the ratio to the commit
before shows it. A ratio under 1 means that this commit takes less. A ratio is in bold if its whole range differs from 1
by more than 3 % and {enough} rounds or more were measured.

Measured on {date} on {cores} cores ({processor}) with {memory:.0f} GB of memory, under a load of {load:.1f} before the
run began. Anchors: {anchors}.{sets}
"""

REASONS_HEAD = f"""
## {REASONS}

This list is written by hand, and the benchmark keeps it. A change that makes a ratio bold adds a row.

| commit | value | ratio to the commit before | reason |
|---|---|---|---|
"""


def is_measured(rounds, side):
    return side < len(rounds[0]) and not isinstance(rounds[0][side], str)


def is_repeated(rounds, *sides):
    """False if there is only one round, or if the first run of a slow program counts for every round."""
    return all(any(one[side] is not rounds[0][side] for one in rounds[1:]) for side in sides)


def cell(rounds, side, key):
    if side >= len(rounds[0]):
        return ""
    if not is_measured(rounds, side):
        return rounds[0][side]
    value = statistics.median(one[side][key] for one in rounds)
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def ratio_to(rounds, side, key):
    """The ratio of this commit to a side, and its range or None; None if either was not measured."""
    if not is_measured(rounds, side) or not is_measured(rounds, NOW):
        return None
    pairs = [(one[side][key], one[NOW][key]) for one in rounds]
    return ratio(pairs), interval(pairs) if is_repeated(rounds, side, NOW) else None


def is_notable(rounds, span):
    return span is not None and len(rounds) >= ENOUGH and (span[0] > 1 + NOTABLE or span[1] < 1 - NOTABLE)


def shown_range(span):
    return f" [{span[0]:.2f}, {span[1]:.2f}]" if span else ""


def ratio_cell(rounds, side, key):
    found = ratio_to(rounds, side, key)
    if found is None:
        return ""
    value, span = found
    return (f"**{value:.2f}**" if is_notable(rounds, span) else f"{value:.2f}") + (shown_range(span) if side == BEFORE else "")


def costs_table(results, commits, key):
    old, before, now = commits
    head = ("job", old, before, now, f"{now} / {old}", f"{now} / {before}", f"{now} / anchor")
    return table(head, [
        (job.title, *(cell(rounds, side, key) for side in (OLD, BEFORE, NOW)), ratio_cell(rounds, OLD, key),
         ratio_cell(rounds, BEFORE, key), ratio_cell(rounds, ANCHOR, key)) for job, _, rounds in results])


def inputs_table(results):
    return table(("job", "command", "input", "MB", "anchor"),
                 [(job.title, f"`whorl {job.command}`", job.source, f"{size / 1e6:,.0f}",
                   job.anchor.name if job.anchor else "none") for job, size, _ in results])


def needing_reasons(results):
    """A line for each value that differs from that of the commit before."""
    for job, _, rounds in results:
        for key, title, _ in VALUES:
            found = ratio_to(rounds, BEFORE, key)
            if found and is_notable(rounds, found[1]):
                yield f"{job.title}: {title.lower()}, ratio {found[0]:.2f}{shown_range(found[1])}"


def build_section(costs, about):
    """The section for the costs of bench/build.py by commit."""
    rows = [(commit, *(("failed", "", "") if cost.status else
                       (f"{cost.wall / 60:.1f}", f"{cost.processor / 60:.1f}", f"{cost.compiler_mb:.0f}")))
            for commit, cost in costs.items()]
    head = ("commit", "wall time, minutes", "processor time, minutes", "largest compiler process, MB")
    return (f"\n## {BUILD}\n\n`./dev demo` in a fresh clone, without a compiler cache, once for each commit.\n\n"
            f"{table(head, rows)}\nMeasured on {about['date']} on {about['cores']} cores ({about['processor']}), under a load "
            f"of {about['load']:.1f} before it began.\n")


NO_BUILD = f"\n## {BUILD}\n\nNot measured: `./dev bench ledger --build` measures it.\n"


def tables(results, commits):
    return "".join(f"\n## {title}\n\n{note}\n\n{costs_table(results, commits, key)}" for key, title, note in VALUES)


def write(page, results, about, costs_of_build=None):
    """`results`: (job, bytes of its input, rounds); `about`: the data for the heading, and the commits."""
    kept = sections_of(page)
    built = build_section(costs_of_build, about) if costs_of_build else kept.get(BUILD, NO_BUILD)
    jobs = f"\n## The jobs\n\n{inputs_table(results)}"
    page.parent.mkdir(parents=True, exist_ok=True)
    head = HEAD.format(enough=ENOUGH, memory=about["memory_bytes"] / 1e9, **about)
    sections = (tables(results, about["commits"]), jobs, built, kept.get(REASONS, REASONS_HEAD))
    page.write_text(head + "".join(sections), encoding="utf-8")
    markdown_width.fix(page)
