#!/usr/bin/env python3
"""bench/paired.py BEFORE AFTER [--rounds N]: is AFTER better, on the very pairs that BEFORE was graded on?

Both are files of `./dev bench quality --scores FILE`. Prints, for each set and for the mean of the sets, the difference
of ROC AUC and of average precision with its 95 % interval: the pairs are drawn anew with replacement, copies and others
each among themselves, and both orders are graded on the same draw (paired bootstrap). An interval without 0 is a
difference that chance among the pairs does not explain.
"""

import argparse
import collections
import random

from quality_peers import figures


def read(path):
    """Of each set the pairs: (a, b, how often before) → (label, score)."""
    sets = collections.defaultdict(dict)
    seen = collections.Counter()  # the same names occur in several runs of a set, in one order in both files
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, a, b, copied, score = line.rstrip("\n").split("\t")
            sets[name][a, b, seen[name, a, b]] = (copied == "1", float(score))
            seen[name, a, b] += 1
    return sets


def difference(rows):
    before, after = figures([(x, copied) for copied, x, _ in rows]), figures([(y, copied) for copied, _, y in rows])
    return [y - x for x, y in zip(before, after)]


def drawn(rows, source):
    copies = [row for row in rows if row[0]]
    others = [row for row in rows if not row[0]]
    return source.choices(copies, k=len(copies)) + source.choices(others, k=len(others))


def interval(values):
    values = sorted(values)
    return values[len(values) * 25 // 1000], values[-1 - len(values) * 25 // 1000]


def mean(differences):
    return [sum(column) / len(differences) for column in zip(*differences)]


def show(name, there, draws):
    cells = []
    for which in (0, 1):
        low, high = interval([draw[which] for draw in draws])
        cells.append(f"{there[which]:+.4f} [{low:+.4f}, {high:+.4f}]")
    print(f"{name:26} {cells[0]:30} {cells[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--rounds", type=int, default=1000)
    options = parser.parse_args()
    before, after = read(options.before), read(options.after)
    source = random.Random(1)
    all_there, all_draws = [], []
    print(f"{'set':26} {'ROC AUC':30} average precision")
    for name in before:
        if name not in after:
            continue
        rows = [(copied, score, after[name][pair][1]) for pair, (copied, score) in before[name].items()]
        if len({row[0] for row in rows}) < 2:
            continue
        draws = [difference(drawn(rows, source)) for _ in range(options.rounds)]
        all_there.append(difference(rows))
        all_draws.append(draws)
        show(name, all_there[-1], draws)
    if all_there:
        show("mean of these sets", mean(all_there), [mean(draw) for draw in zip(*all_draws)])


if __name__ == "__main__":
    main()
