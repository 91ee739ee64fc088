#!/usr/bin/env python3
"""Comparisons over HTTP: an archive goes in, progress comes, a report is kept; kills leave nothing behind.

usage: jobs_test.py WHORL
"""

import functools
import json
import pathlib
import random
import signal
import sys
import tempfile
import time

from service import Service, patience, prose, submissions, tarred, zipped


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
        assert kept == [f"jobs/{job}/{n}" for n in ("job.json", "report/pairs.csv", "report/report.html", "report/report.json", "report/students.csv")], kept
        assert service.ask("DELETE", f"/api/jobs/{job}?now=true").status == 200
    assert service.files() == ["lock"], service.files()


def verdicts(service: Service) -> None:
    """Verdicts are kept with the report, and taken along by the next run."""
    job = service.ask("POST", "/api/compare", zipped(submissions(4))).json()["id"]
    service.ended(job)
    url = f"/api/jobs/{job}/review"
    assert service.ask("GET", url).json() == {"version": 1, "verdicts": []}
    review = {"version": 1, "verdicts": [{"a": "s0", "b": "s1", "verdict": "copied", "note": "ü \"x\""}]}
    assert service.ask("PUT", url, json.dumps(review)).json() == review
    for wrong in ("", "[]", "{}", '{"version": 1, "verdicts": [{"a": "x"}]}', "[" * 100_000):
        assert service.ask("PUT", url, wrong).status == 422, wrong[:20]
    assert service.ask("PUT", url, " " * (5 << 20)).status == 413
    assert service.ask("GET", url).json() == review
    service.stop(signal.SIGKILL)
    service.start()
    assert service.ask("GET", url).json() == review
    again = service.ask("POST", "/api/compare", zipped(submissions(4)), query={"review": job}).json()["id"]
    report = service.ask("GET", service.ended(again)["files"]["report.json"]).json()
    assert report["review"] == review["verdicts"], report["review"]
    assert service.ask("GET", f"/api/jobs/{again}/review").json() == review
    assert service.ask("POST", "/api/compare", zipped(submissions(2)), query={"review": "0" * 32}).status == 404
    for one in (job, again):
        service.ask("DELETE", f"/api/jobs/{one}?now=true")
    assert service.files() == ["lock"], service.files()


def attached(service: Service, content: bytes | str, name: str = "") -> str:
    kept = service.ask("POST", "/api/attachments", content, query={"name": name} if name else None)
    assert kept.status == 201 and kept.json()["expires"], kept
    return kept.json()["id"]


def attachments(service: Service) -> None:
    """Base code, past years, metadata and the registry of a comparison, as on the command line."""
    service.add("thesis.txt", prose(2), owner="cs")
    hand_ins = submissions(4)
    given, past = attached(service, prose(1000), "../given.txt"), attached(service, zipped({"old/essay.txt": prose(3)}))
    rows = "".join(f"{name},lab,Student {i},2026-01-01\n" for i, name in enumerate(hand_ins))
    names = attached(service, "filename,label,full_name,created_at\n" + rows, "info.csv")
    query = {"base": given, "archive": past, "metadata": names, "against": "true", "no_convert": "true", "limit": "0"}
    for wrong in ({"language": "a\nb"}, {"limit": "x"}, {"review": "0" * 32}, {"base": f"{given},0"},
                  {"base": f"{given},{given}"}):
        assert service.ask("POST", "/api/compare", zipped(hand_ins), query={**query, **wrong}).status in (400, 404), wrong
    assert service.ask("POST", "/api/compare", b"no archive", query=query).status == 415
    assert service.ask("POST", "/api/compare", zipped(hand_ins), query={"exclude_owner": "cs"}).status == 409
    assert service.ask("POST", "/api/compare", zipped(hand_ins), query={**query, "anonymize": "true"}).status == 409
    begun = service.ask("POST", "/api/compare", zipped(hand_ins), query=query)
    assert begun.status == 202, begun
    job = begun.json()["id"]
    state = service.ended(job)
    assert state["state"] == "done" and "message" not in state, state
    report = service.ask("GET", state["files"]["report.json"]).json()
    by_name = {one["name"]: one for one in report["submissions"]}
    assert sum(one["archived"] for one in by_name.values()) == 1, by_name
    assert {one["student"] for one in by_name.values() if not one["archived"]} == {f"Student {i}" for i in range(4)}
    assert sum(one["base_symbols"] > 1000 for one in by_name.values()) == 2, by_name
    assert [len(report["pairs"]), report["pairs"][0]["score"] > 0.9] == [1, True], report["pairs"]
    assert [(one["path"], one["sources"][0]["name"]) for one in report["known"]] == [("s2/essay.txt", "thesis.txt")], report["known"]
    assert str(service.registry) not in json.dumps(report["run"]), report["run"]
    assert service.ask("POST", "/api/compare", zipped(hand_ins), query={"base": given}).status == 404
    assert service.ask("DELETE", f"/api/attachments/{given}").status == 404
    kept = [f for f in service.files() if f.startswith(f"jobs/{job}")]
    assert [f.rsplit("/", 1)[1] for f in kept] == ["job.json", "pairs.csv", "report.html", "report.json", "students.csv"], kept
    service.ask("DELETE", f"/api/jobs/{job}?now=true")
    assert service.ask("POST", "/api/attachments", b"").status == 400
    unused = attached(service, "never taken")
    assert service.ask("DELETE", f"/api/attachments/{unused}").status == 200
    attached(service, "not taken before the end")
    service.stop(signal.SIGKILL)
    service.start()
    assert service.files() == ["lock"], service.files()
    assert service.ask("DELETE", f"/api/documents/{service.ask('GET', '/api/documents').json()['documents'][0]['id']}").status == 200


def pairs(service: Service) -> None:
    """The pairwise test, as whorl registry pairs --json has it."""
    begun = service.ask("POST", "/api/pairs", zipped(submissions(5)), query={"top": 3, "exact": 1})
    assert begun.status == 202, begun
    job = begun.json()["id"]
    assert service.ask("GET", f"/api/jobs/{job}/report.html").status == 404
    assert service.ask("GET", f"/api/jobs/{job}/review").status == 422
    state = service.ended(job)
    assert state["state"] == "done" and state["kind"] == "pairs", state
    test = service.ask("GET", state["files"]["pairs.json"]).json()
    assert len(test["documents"]) == 5
    best = test["pairs"][0]
    assert {best["a"], best["b"]} == {"s0/essay.txt", "s1/essay.txt"} and best["overlap_a"] > 0.4, best
    assert service.ask("POST", "/api/pairs", zipped(submissions(2)), query={"output": "x"}).status == 400
    service.ask("DELETE", f"/api/jobs/{job}?now=true")
    assert service.files() == ["lock"], service.files()


def archives(service: Service) -> None:
    """Many documents at once: registered, looked up, and unreadable ones are reported."""
    files = {f"theses/{i}.txt": prose(i) for i in range(150)}
    files["broken.pdf"] = b"%PDF-1.4 \xff no more"
    zip_type, tar_type = ({"Content_Type": t} for t in ("application/zip", "application/gzip"))
    begun = service.ask("POST", "/api/documents", zipped(files), query={"owner": "cs", "date": "2026-01-01"}, **zip_type)
    assert begun.status == 202, begun
    state = service.ended(begun.json()["id"])
    assert state["state"] == "done" and "skipped" in state["message"], state
    added = service.ask("GET", state["files"]["added.json"]).json()
    assert added["added"] == 150 and [s["path"] for s in added["skipped"]] == ["broken.pdf"], added
    listed = service.ask("GET", "/api/documents", query={"owner": "cs", "limit": 1000}).json()["documents"]
    assert len(listed) == 150 and listed[0]["date"] == "2026-01-01", listed[:2]
    looked = {"known.txt": prose(7) + prose(500), "new.txt": prose(600), "empty.txt": ""}
    begun = service.ask("POST", "/api/search", tarred(looked), query={"limit": 3}, **tar_type)
    state = service.ended(begun.json()["id"])
    lines = service.ask("GET", state["files"]["answers.jsonl"]).body.decode().splitlines()
    answers = {a.get("query") or a["name"]: a for a in map(json.loads, lines)}
    assert [h["name"] for h in answers["known.txt"]["hits"]] == ["theses/7.txt"], answers
    assert answers["known.txt"]["hits"][0]["id"] and answers["new.txt"]["hits"] == []
    assert answers["empty.txt"].get("too_short") or answers["empty.txt"].get("skipped"), answers
    for path in ("/api/search", "/api/documents?name=x"):
        assert service.ask("POST", path, zipped(looked)).status == 415
        assert service.ask("POST", path, b"PK and no more", **zip_type).status in (400, 415)
    named = service.ask("POST", "/api/documents", zipped(files), query={"owner": "cs", "name": "theses"}, **zip_type).json()
    assert service.ended(named["id"])["name"] == "theses", named
    assert service.ask("GET", f"/api/jobs/{named['id']}/added.json").json()["added"] == 0
    assert service.ask("POST", "/api/search", zipped(looked), query={"other": "x"}, **zip_type).status == 400
    lines = "".join(json.dumps({"id": f"line {i}", "text": prose(900 + i)}) + "\n" for i in range(5)) + "no line\n"
    added = service.ask("POST", "/api/documents", lines, Content_Type="application/x-ndjson").json()
    assert added["added"] == 5 and [s["path"] for s in added["skipped"]] == ["line 6"], added
    for job in service.ask("GET", "/api/jobs").json()["jobs"]:
        service.ask("DELETE", f"/api/jobs/{job['id']}?now=true")
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
        assert service.ask("DELETE", f"/api/jobs/{job}?now=true").status == 200
    assert service.files() == ["lock"], service.files()


def many_words(seed: int) -> str:
    """30,000 words, each of six random digits."""
    return random.Random(seed).randbytes(90_000).hex(" ", 3)


@functools.cache
def slow_archive() -> bytes:
    """Takes some seconds to compare."""
    return zipped({f"s{i}/essay.txt": many_words(i % 12) for i in range(24)})


def cancelled(service: Service) -> None:
    """The process of a job goes, and so does its folder; what waits need not begin."""
    archive = slow_archive()
    running = service.ask("POST", "/api/compare", archive).json()["id"]
    waiting = service.ask("POST", "/api/compare", archive).json()["id"]
    while service.ask("GET", f"/api/jobs/{running}").json()["state"] == "waiting":
        time.sleep(0.01)
    assert service.ask("GET", f"/api/jobs/{waiting}").json()["state"] == "waiting"
    for job in (waiting, running):
        assert service.ask("DELETE", f"/api/jobs/{job}?now=true").status == 200
        assert service.ask("GET", f"/api/jobs/{job}").status == 404
    end = time.monotonic() + 5 * patience()
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
        assert service.ask("GET", f"/api/jobs/{job}").json()["state"] == "running"
        assert service.stop() == 0
        service.start()
        assert service.ended(job)["state"] == "done"


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        with Service(whorl, place / "registry") as service:
            reports(service)
            verdicts(service)
            attachments(service)
            pairs(service)
            archives(service)
            refusals(service)
            cancelled(service)
        goes_on_after_a_stop(whorl, place)
        killed(whorl, place, 4)


if __name__ == "__main__":
    main()
