#!/usr/bin/env python3
"""bench/service.py [--full] [--quick] [--only ROW] [-o DIR]: what `whorl serve` does under load.

A registry of a million synthetic documents is served. Rows:

  searches  64 clients look up texts of 20 KB, about 320 fingerprints each, half of them registered (wrk, same cores)
  beside    searches at fixed times alone, and beside two comparisons
  health    how fast health answers beside 300 idle event streams and 2,000 slow clients
  report    a zip of 150 submissions dropped into the page, until Chromium shows the report
  hostile   a thousand requests that mean harm, and archives
  killed    kill -9 while 20 comparisons and registrations are under way

--quick takes a hundred thousand documents and seconds in place of minutes; --full ten minutes of searches. Results are kept
in DIR (build/bench/service)/results.json, and written to docs/results/service.md; a row that is not asked for stays.
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

import service_page
from measuring import ROOT, WHORL, conditions
from service_clients import (TEXTS, Service, health_beside, homework, processor_seconds_of_jobs, searches, slow_job,
                             steadily, submissions, write_texts)

sys.path.insert(0, str(ROOT / "tests/serve"))
import hostile_test  # noqa: E402
from service import submissions as small_submissions  # noqa: E402
from service import zipped  # noqa: E402

LOAD = WHORL.with_name("bench_registry")
ROUNDS = 3
FREE = "jobs=2,minute=100000000"


class Bench:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.folder = asked.output
        self.documents = 100_000 if asked.quick else 1_000_000
        self.seconds = 600 if asked.full else 5 if asked.quick else 30
        self.steady = 5 if asked.quick else 10
        self.texts = write_texts(self.folder / "texts")
        write_texts(self.folder / "no-letters", lambda _: "." * 20_000)

    @contextlib.contextmanager
    def served(self):
        """The large registry, with its files in the system's cache, and every second text."""
        registry = self.folder / f"registry-{self.documents}"
        # A registry made by an earlier program may have another format.
        made_by_this = registry.exists() and registry.stat().st_mtime > LOAD.stat().st_mtime
        if not made_by_this:
            shutil.rmtree(registry, ignore_errors=True)
            subprocess.run([LOAD, "load", registry, str(self.documents)], check=True, stdout=subprocess.DEVNULL)
        for file in registry.rglob("*"):
            if file.is_file():
                file.read_bytes()
        with Service(str(WHORL), registry, "--limit", FREE) as service:
            for i in range(0, TEXTS, 2):
                service.add(f"known {i}", self.texts[i])
            yield service
            assert service.stop() == 0

    @contextlib.contextmanager
    def small(self, limits: str = FREE):
        registry = self.folder / "small"
        for folder in (registry, registry.with_name("small-jobs")):
            shutil.rmtree(folder, ignore_errors=True)
        with Service(str(WHORL), registry, "--limit", limits) as service:
            yield service

    def searches(self) -> dict:
        with self.served() as service:
            searches(service, self.folder / "texts", 5)  # fills the caches
            figures = {"documents": self.documents, **searches(service, self.folder / "texts", self.seconds)}
            nothing = searches(service, self.folder / "no-letters", 5)  # without anything to look up
            return {**figures, "processor_ms_of_http": nothing["processor_ms"]}

    def beside(self) -> dict:
        with self.served() as service:
            searches(service, self.folder / "texts", 5)
            archive, figures = slow_job(), {"documents": self.documents}
            for rate in (30, 200):
                runs = [self.alone_and_beside(service, archive, rate) for _ in range(ROUNDS)]
                figures[f"{rate}"] = {
                    name: {key: statistics.median(run[name][key] for run in runs) for key in runs[0][name]}
                    for name in ("alone", "beside")}
            return figures

    def alone_and_beside(self, service: Service, archive: bytes, rate: int) -> dict:
        alone = asyncio.run(steadily(service.port, self.texts, self.steady // 2, rate))
        jobs = begin_jobs(service, archive, 2)
        both = asyncio.run(steadily(service.port, self.texts, self.steady // 2, rate))
        assert end_jobs(service, jobs) == "running"
        return {"alone": alone, "beside": both}

    def health(self) -> dict:
        with self.small() as service:
            jobs = begin_jobs(service, slow_job(), 3)
            figures = asyncio.run(health_beside(service.port, jobs[2], 4 * self.steady))
            end_jobs(service, jobs)
            return figures

    def report(self) -> dict:
        figures = {}
        for name, archive in (("one_file_each", homework(150)), ("four_files_each", submissions(150))):
            file = self.folder / f"{name}.zip"
            file.write_bytes(archive)
            with self.small() as service:
                command = ["node", ROOT / "web/scripts/drop-time.mjs", f"http://127.0.0.1:{service.port}", file, "5"]
                told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT / "web")
                times = json.loads(told.stdout)
                job = processor_seconds_of_jobs(service) / times["times"]
                figures[name] = {"bytes": len(archive), **times, "job_processor_ms": 1000 * job}
        return figures

    def hostile(self) -> dict:
        with self.small(hostile_test.LIMITS) as service:
            service.ask("GET", "/openapi.json")
            before, asked = service.resident(), 0
            while asked < 1000:
                hostile_test.each_is_refused(service)
                asked += len(hostile_test.REFUSED)
            hostile_test.half_uploads(service)
            hostile_test.archives(service)
            left = [name for name in service.files() if name != "lock"]
            return {"requests": asked, "files_left": len(left), "grown_bytes": service.resident() - before}

    def killed(self) -> dict:
        chance, rounds, added = random.Random(20261125), 10, []
        with self.small() as service:
            jobs = [service.ask("POST", "/api/compare", zipped(small_submissions(6, seed=10 * i))).json()["id"] for i in range(20)]
            for _ in range(rounds):
                until = time.monotonic() + chance.random() / 2
                while time.monotonic() < until:
                    name = f"document {len(added)}"
                    service.add(name, self.texts[len(added) % TEXTS][:4000] + name)
                    added.append(name)
                service.stop(signal.SIGKILL)
                service.start()
            states = [service.ended(job)["state"] for job in jobs]
            found = {d["name"] for d in service.ask("GET", "/api/documents", query={"limit": 1000}).json()["documents"]}
            left = [f for f in service.files() if "submissions" in f or f.startswith("uploads")]
            return {"jobs": len(jobs), "kills": rounds, "done": states.count("done"), "lost": states.count("lost"),
                    "registered": len(added), "registrations_lost": len(set(added) - found), "files_left": len(left)}


def begin_jobs(service: Service, archive: bytes, count: int) -> list[str]:
    jobs = [service.ask("POST", "/api/compare", archive).json()["id"] for _ in range(count)]
    while any(service.ask("GET", f"/api/jobs/{job}").json()["state"] == "waiting" for job in jobs[:2]):
        time.sleep(0.05)
    return jobs


def end_jobs(service: Service, jobs: list[str]) -> str:
    state = service.ask("GET", f"/api/jobs/{jobs[0]}").json()["state"]
    for job in jobs:
        service.ask("DELETE", f"/api/jobs/{job}")
    return state


ROWS = ("searches", "beside", "health", "report", "hostile", "killed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=ROWS)
    parser.add_argument("--full", action="store_true", help="ten minutes of searches, which show whether memory grows")
    parser.add_argument("--quick", action="store_true", help="a hundred thousand documents")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "build/bench/service")
    asked = parser.parse_args()
    if shutil.which("wrk") is None:
        sys.exit("bench/service.py: wrk is not here; ./dev setup bench installs it")
    asked.output.mkdir(parents=True, exist_ok=True)
    kept = asked.output / "results.json"
    results = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    bench = Bench(asked)
    for name in (asked.only,) if asked.only else ROWS:
        began = time.monotonic()
        results[name] = {"conditions": conditions(), "figures": getattr(bench, name)()}
        results[name]["seconds"] = round(time.monotonic() - began)
        print(name, json.dumps(results[name]["figures"], indent=1), flush=True)
        kept.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if not asked.quick:
        service_page.write(results, ROOT / "docs/results/service.md")


if __name__ == "__main__":
    main()
