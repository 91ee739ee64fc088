#!/usr/bin/env python3
"""Kills every command that writes at each rename of a file it makes; given again, it ends right.

usage: dying_renames.py WHORL FAILING_IO

A rename publishes what was written, so the moments around them are those where a store is half of
one run and half of the next. `./dev torture` kills at random moments, and seldom meets them.
"""

import os
import pathlib
import sys
import tempfile

import disturbances
from jobs import JOBS, Workshop
from outcomes import BAD, Tally

DOCUMENTS = 40


def kill_at_each(shop: Workshop, tally: Tally, library: pathlib.Path) -> None:
    for job in shop.learn(JOBS):
        renames = disturbances.count_calls(shop, job, library).get("rename", 0)
        for number in range(1, renames + 1):
            folder = shop.set_out(job)
            environment = {**os.environ, "LD_PRELOAD": str(library), "FAILING_CALL": "rename",
                           "FAILING_NUMBER": str(number), "FAILING_DIES": "1"}
            shop.run(folder, job.command, env=environment)
            disturbances.finish(shop, job, folder, tally, f"{job.name}, killed at rename {number}",
                                "right")


def main() -> int:
    tally = Tally(0)
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder), DOCUMENTS, 1)
        kill_at_each(shop, tally, pathlib.Path(sys.argv[2]).resolve())
    print("\n".join(tally.accounts))
    print(f"{sum(tally.counts.values())} kills: {dict(tally.counts)}")
    enough = sum(tally.counts.values()) >= 30
    return 1 if not enough or any(tally.counts[verdict] for verdict in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
