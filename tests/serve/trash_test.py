#!/usr/bin/env python3
"""What was erased comes back as it was, until its time is over or an administrator empties the trash.

usage: trash_test.py WHORL
"""

import os
import pathlib
import secrets
import sys
import tempfile

from service import Service, prose, submissions, zipped

TOKENS = {name: secrets.token_hex(20) for name in ("ann", "bob", "boss")}
LINES = f"""ann search,submit,judge cs101 {TOKENS['ann']}
bob search,submit,judge cs102 {TOKENS['bob']}
boss admin * {TOKENS['boss']}
"""


def compared(service: Service, name: str, token: str) -> dict:
    job = service.ask("POST", "/api/compare", zipped(submissions(4)), token, {"name": name}).json()
    return service.ended(job["id"], token)


def trash(service: Service, token: str) -> dict:
    return service.ask("GET", "/api/trash", token=token).json()


def files_of(service: Service, job: str) -> dict[str, bytes]:
    return {path: (service.jobs / path).read_bytes() for path in service.files() if path.startswith(f"jobs/{job}")}


def a_report_comes_back(service: Service) -> dict:
    ann, bob, boss = TOKENS["ann"], TOKENS["bob"], TOKENS["boss"]
    job = compared(service, "Homework\n2", ann)
    assert job["name"] == "Homework 2", job
    url = f"/api/jobs/{job['id']}"
    review = '{"version": 1, "verdicts": [{"a": "s0", "b": "s1", "verdict": "copied"}]}'
    kept = service.ask("PUT", f"{url}/review", review, ann).body
    before = files_of(service, job["id"])
    links = {name: service.ask("GET", link).body for name, link in job["files"].items()}
    assert len(links) == 3 and all(links.values())

    erased = service.ask("DELETE", url, token=ann).json()
    assert erased["removed"] == 1 and erased["until"] > job["ended"], erased
    for link in (url, f"{url}/review", f"{url}/events"):
        assert service.ask("GET", link, token=ann).status == 404, link
    for link in job["files"].values():
        assert service.ask("GET", link).status == 404, link
    assert service.ask("DELETE", url, token=ann).status == 404
    assert service.ask("GET", "/api/jobs", token=ann).json()["jobs"] == []
    again = service.ask("POST", "/api/compare", zipped(submissions(2)), ann, {"review": job["id"]})
    assert again.status == 404, again
    for token in (ann, boss):
        (one,) = trash(service, token)["reports"]
        assert one["id"] == job["id"] and one["name"] == "Homework 2" and "files" not in one, one
        assert one["until"] == erased["until"], one
    assert trash(service, bob) == {"reports": [], "documents": []}
    assert service.ask("POST", f"{url}/restore", token=bob).status == 404
    assert service.ask("DELETE", "/api/trash", token=ann).status == 403

    service.stop()
    service.start()
    back = service.ask("POST", f"{url}/restore", token=ann).json()
    assert back == job, (back, job)
    assert service.ask("POST", f"{url}/restore", token=ann).status == 404
    assert files_of(service, job["id"]) == before
    assert {name: service.ask("GET", link).body for name, link in job["files"].items()} == links
    assert service.ask("GET", f"{url}/review", token=ann).body == kept
    return job


def it_is_emptied(service: Service, job: dict) -> None:
    ann, boss = TOKENS["ann"], TOKENS["boss"]
    url = f"/api/jobs/{job['id']}"
    assert service.ask("DELETE", url, token=ann).status == 200
    service.add("a", prose(1), ann)
    assert service.ask("DELETE", f"/api/documents/{service.add('b', prose(2), ann)}", token=ann).status == 200
    assert service.ask("DELETE", "/api/trash", token=boss).json() == {"reports": 1, "documents": 1}
    assert service.ask("POST", f"{url}/restore", token=ann).status == 404
    assert trash(service, boss) == {"reports": [], "documents": []}
    assert service.files() == ["lock"], service.files()
    at_once = compared(service, "", ann)
    assert "name" not in at_once, at_once
    for path, removed in (("", True), ("?now=true", False)):
        answer = service.ask("DELETE", f"/api/jobs/{at_once['id']}{path}", token=ann).json()
        assert ("until" in answer) == removed, answer
    assert service.files() == ["lock"], service.files()
    assert service.ask("DELETE", f"{url}?now=perhaps", token=ann).status == 400


def a_document_comes_back(service: Service) -> None:
    ann, boss = TOKENS["ann"], TOKENS["boss"]
    document = service.add("thesis.txt", prose(5), ann, group="2026", url="https://example.edu/t")
    search = lambda: service.ask("POST", "/api/search", prose(5), ann).body
    before, told = search(), service.ask("GET", f"/api/documents/{document}", token=ann).body
    assert b"thesis.txt" in before
    removed = service.ask("DELETE", f"/api/documents/{document}", token=ann).json()
    assert removed["removed"] == 1 and removed["until"], removed
    assert b"thesis.txt" not in search() and "thesis.txt" not in service.names(ann)
    assert service.ask("POST", "/api/compaction", token=boss).status == 200
    (one,) = trash(service, ann)["documents"]
    assert one["name"] == "thesis.txt" and one["id"] == document and one["until"] >= one["removed"], one
    assert service.ask("POST", f"/api/documents/{document}/restore", token=TOKENS["bob"]).status == 404
    service.add("thesis.txt", prose(6), ann, group="2026")
    conflict = service.ask("POST", f"/api/documents/{document}/restore", token=ann)
    assert conflict.status == 409 and "registered in the meantime" in conflict.json()["detail"], conflict
    assert service.ask("DELETE", f"/api/documents/{document}?now=true", token=ann).status == 200
    back = service.ask("POST", f"/api/documents/{document}/restore", token=ann)
    assert back.status == 200 and back.body == told, back
    assert search() == before
    assert service.ask("DELETE", f"/api/documents/{document}", token=ann).status == 200


def its_time_is_over(service: Service) -> None:
    """A start looks through the trash as a service does every minute."""
    boss = TOKENS["boss"]
    job = compared(service, "late", TOKENS["ann"])
    assert service.ask("DELETE", f"/api/jobs/{job['id']}", token=boss).status == 200
    assert len(trash(service, boss)["reports"]) == 1 and len(trash(service, boss)["documents"]) == 1
    service.stop()
    service.flags = (*service.flags, "--limit", "trash-seconds=1")
    while True:  # until a second has passed
        service.start()
        left = trash(service, boss)
        service.stop()
        if left == {"reports": [], "documents": []}:
            break
    assert service.files() == ["lock"], service.files()


def reports_have_a_limit(service: Service) -> None:
    ann = TOKENS["ann"]
    service.flags = (*service.flags[:2], "--limit", "reports=1000")
    service.start()
    job = compared(service, "one", ann)
    for erase in ("", "?now=true"):
        refused = service.ask("POST", "/api/compare", zipped(submissions(2)), ann)
        assert refused.status == 507 and "trash" in refused.json()["detail"], refused
        assert service.ask("DELETE", f"/api/jobs/{job['id']}{erase}", token=ann).status == 200
    assert compared(service, "two", ann)["state"] == "done"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        tokens = place / "tokens"
        with open(os.open(tokens, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            out.write(LINES)
        with Service(sys.argv[1], place / "registry", "--tokens", str(tokens)) as service:
            job = a_report_comes_back(service)
            it_is_emptied(service, job)
            a_document_comes_back(service)
            its_time_is_over(service)
            reports_have_a_limit(service)
            assert service.stop() == 0


if __name__ == "__main__":
    main()
