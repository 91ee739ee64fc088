#!/usr/bin/env python3
"""Comparisons over HTTP: an archive goes in, progress comes, a report is kept; kills leave nothing behind.

usage: jobs_test.py WHORL
"""

import json
import pathlib
import random
import signal
import sys
import tempfile
import time

from service import Service, prose, submissions, tarred, zipped


def events_of(service: Service, job: str) -> list[dict]:
    text = service.ask("GET", f"/api/jobs/{job}/events").body.decode()
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


def reports(service: Service) -> None:
    for archive in (zipped(submissions(4)), tarred(submissions(4))):
        upload = service.ask("POST", "/api/compare", archive, query={"limit": 5})
        assert upload.status == 202, upload
        job = upload.json()["id"]
        assert upload.headers["location"] == f"/api/jobs/{job}"
        last = events_of(service, job)[-1]
        assert last["state"] == "done", last
        report = service.ask("GET", last["files"]["report.json"]).json()
        assert report["pairs"][0]["score"] > 0.4, report["pairs"]
        names = {report["submissions"][report["pairs"][0][side]]["name"] for side in ("a", "b")} \
            if isinstance(report["pairs"][0]["a"], int) else {report["pairs"][0][s] for s in ("a", "b")}
        assert names == {"s0", "s1"}, names
        page = service.ask("GET", last["files"]["report.html"]).body
        assert page.startswith(b"<!doctype html>") or b"<html" in page[:500]
        kept = [f for f in service.files() if f.startswith(f"jobs/{job}")]
        assert kept == [f"jobs/{job}/{n}" for n in ("job.json", "report/pairs.csv", "report/report.html", "report/report.json")], kept
        assert service.ask("DELETE", f"/api/jobs/{job}").status == 200
    assert service.files() == ["lock"], service.files()


def refusals(service: Service) -> None:
    assert service.ask("POST", "/api/compare", b"no archive").status == 415
    assert service.ask("POST", "/api/compare", b"").status == 415
    assert service.ask("POST", "/api/compare", zipped(submissions(2)), query={"output": "/tmp/x"}).status == 400
    broken = service.ask("POST", "/api/compare", b"PK\x03\x04 and no more").json()["id"]
    state = service.ended(broken)
    assert state["state"] in ("failed", "done") and state["message"], state
    wrong = service.ask("POST", "/api/compare", zipped(submissions(2)), query={"language": "nothing"}).json()["id"]
    state = service.ended(wrong)
    assert state["state"] == "failed" and "nothing" in state["message"], state
    assert service.ask("GET", f"/api/jobs/{wrong}/report.html").status == 409
    for job in (broken, wrong):
        assert service.ask("DELETE", f"/api/jobs/{job}").status == 200
    assert service.files() == ["lock"], service.files()


def slow_archive() -> bytes:
    """Takes some seconds to compare."""
    return zipped({f"s{i}/essay.txt": prose(i % 60, 30_000) for i in range(120)})


def cancelled(service: Service) -> None:
    """The process of a job goes, and so does its folder; what waits need not begin."""
    archive = slow_archive()
    running = service.ask("POST", "/api/compare", archive).json()["id"]
    waiting = service.ask("POST", "/api/compare", archive).json()["id"]
    while service.ask("GET", f"/api/jobs/{running}").json()["state"] == "waiting":
        time.sleep(0.01)
    assert service.ask("GET", f"/api/jobs/{waiting}").json()["state"] == "waiting"
    for job in (waiting, running):
        assert service.ask("DELETE", f"/api/jobs/{job}").status == 200
        assert service.ask("GET", f"/api/jobs/{job}").status == 404
    end = time.monotonic() + 30
    while service.files() != ["lock"]:
        assert time.monotonic() < end, service.files()
        time.sleep(0.05)


def killed(whorl: str, place: pathlib.Path, rounds: int) -> None:
    """Jobs go on after a kill, and reports that were there stay."""
    chance = random.Random(20261124)
    with Service(whorl, place / "killed", "--limit", "jobs=2") as service:
        kept = service.ask("POST", "/api/compare", zipped(submissions(3))).json()["id"]
        link = service.ended(kept)["files"]["report.html"]
        jobs = [service.ask("POST", "/api/compare", zipped(submissions(6, seed=10 * i))).json()["id"] for i in range(20)]
        for _ in range(rounds):
            time.sleep(chance.random() / 2)
            service.stop(signal.SIGKILL)
            service.start()
        states = [service.ended(job)["state"] for job in jobs]
        assert set(states) <= {"done", "lost"} and states.count("done") >= len(jobs) - 2 * rounds, states
        assert service.ask("GET", link).status == 200
        left = [f for f in service.files() if "submissions" in f or f.startswith("uploads")]
        assert left == [], left
        print(f"{len(jobs)} jobs, {rounds} kills: {states.count('done')} done, {states.count('lost')} lost")
        assert service.stop() == 0


def goes_on_after_a_stop(whorl: str, place: pathlib.Path) -> None:
    with Service(whorl, place / "stopped") as service:
        job = service.ask("POST", "/api/compare", slow_archive()).json()["id"]
        while service.ask("GET", f"/api/jobs/{job}").json()["state"] == "waiting":
            time.sleep(0.01)
        assert service.stop() == 0
        service.start()
        assert service.ended(job)["state"] == "done"


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        with Service(whorl, place / "registry") as service:
            reports(service)
            refusals(service)
            cancelled(service)
        goes_on_after_a_stop(whorl, place)
        killed(whorl, place, 4)


if __name__ == "__main__":
    main()
