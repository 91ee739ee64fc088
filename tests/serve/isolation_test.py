#!/usr/bin/env python3
"""Whoever shows a token sees what its owner has, from every endpoint, and may what its roles say.

usage: isolation_test.py WHORL
"""

import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile

from service import Service, prose, submissions, zipped

LINES = {
    "ann": "search,submit,judge physics",
    "bob": "search,submit,judge history",
    "reader": "search physics",
    "writer": "submit physics",
    "assistant": "judge physics",
    "boss": "admin *",
}
TOKENS = {name: secrets.token_hex(20) for name in LINES}


def write_tokens(file: pathlib.Path) -> None:
    with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
        out.writelines(f"{name} {what} {TOKENS[name]}\n" for name, what in LINES.items())


def refusals_at_the_start(whorl: str, place: pathlib.Path) -> None:
    """Other machines may reach the service only if there are tokens, in a file that only its owner
    can read."""
    registry = place / "registry"

    def told(*flags: str) -> str:
        ended = subprocess.run([whorl, "serve", registry, *flags], capture_output=True, text=True,
                               timeout=60, check=False)
        assert ended.returncode == 1, ended
        return ended.stderr

    assert "--tokens" in told("--listen", "0.0.0.0:0")
    assert "--tokens" in told("--listen", "[::]:0")
    readable = place / "readable"
    readable.write_text(f"ann search x {TOKENS['ann']}\n", encoding="utf-8")
    readable.chmod(0o644)
    assert "chmod 600" in told("--tokens", str(readable))
    assert "NAME=VALUE" in told("--limit", "nothing")


def operations(service: Service) -> list[tuple[str, str, dict]]:
    """Every endpoint of the description: (method, path, operation)."""
    paths = service.ask("GET", "/openapi.json").json()["paths"]
    return [(method.upper(), path, operation) for path, methods in paths.items() for method, operation in methods.items()]


def roles(service: Service, documents: dict[str, str], job: str) -> None:
    """Every endpoint of the description with every token: who is let in."""
    checked = 0
    for method, path, operation in operations(service):
        if "security" in operation or method == "DELETE":
            continue
        needed = {*operation["x-roles"], "admin"}
        allowed = {name for name, line in LINES.items() if needed & set(line.split()[0].split(","))}
        url = path.replace("{id}", job if "jobs" in path else documents["physics"])
        for name, token in [*TOKENS.items(), ("nobody", ""), ("wrong", "x" * 40)]:
            answer = service.ask(method, url, None, token)
            status = answer.status
            if name in ("nobody", "wrong"):
                assert status == 401, (method, path, name, status)
            elif name not in allowed:
                assert status == 403, (method, path, name, status)
            else:
                assert status not in (401, 403), (method, path, name, status)
            checked += 1
    print(f"{checked} pairs of a token and an endpoint")


def strangers(service: Service, documents: dict[str, str], job: str) -> None:
    """From every endpoint: what is another owner's is answered as what is not there."""
    given = service.ask("POST", "/api/attachments", prose(1), TOKENS["ann"]).json()["id"]
    secrets_of_physics = (b"of physics", job.encode(), b"physics", b"essay")
    for method, path, operation in operations(service):
        body = prose(1) if "requestBody" in operation else None
        named = "{id}" in path
        if named:
            kind = path.split("/")[2]
            theirs = {"jobs": job, "documents": documents["physics"], "attachments": given}[kind]
            nothing = {"jobs": "0" * 32, "documents": "bm90aGluZw", "attachments": "0" * 32}[kind]
            of_another, of_nobody = (service.ask(method, path.replace("{id}", name), body, TOKENS["bob"])
                                     for name in (theirs, nothing))
            assert (of_another.status, of_another.body) == (of_nobody.status, of_nobody.body), (method, path)
            assert of_another.status == 404, (method, path, of_another)
        elif method == "GET":
            answer = service.ask(method, path, None, TOKENS["bob"])
            if path.startswith("/api/"):
                assert not any(secret in answer.body for secret in secrets_of_physics), (path, answer)
    assert service.ask("DELETE", f"/api/attachments/{given}", token=TOKENS["ann"]).status == 200


def documents_apart(service: Service, documents: dict[str, str]) -> None:
    ann, bob, boss = TOKENS["ann"], TOKENS["bob"], TOKENS["boss"]
    assert service.names(ann) == ["of physics"] and service.names(bob) == ["of history"]
    assert len(service.names(boss)) == 3
    by_query = service.ask("GET", "/api/documents", token=ann, query={"owner": "history"})
    assert by_query.json()["documents"] == []
    for other in ("history", ""):
        url = f"/api/documents/{documents[other]}"
        nothing = service.ask("GET", "/api/documents/bm90aGluZw", token=ann)
        assert service.ask("GET", url, token=ann).body == nothing.body
        assert service.ask("DELETE", url, token=ann).status == 404
        assert service.ask("GET", url, token=boss).status == 200
    for owner in ("history", "*"):
        stolen = service.ask("POST", "/api/documents", prose(9), ann, {"name": "n", "owner": owner})
        assert stolen.status == 403, stolen


def searches_apart(service: Service) -> None:
    """What others have changes no byte of an answer."""
    ann, boss = TOKENS["ann"], TOKENS["boss"]
    text = prose(1) + prose(2)
    hits = service.ask("POST", "/api/search", text, ann).json()
    assert [h["owner"] for h in hits["hits"]] == ["physics"], hits
    before = service.ask("POST", "/api/search", text, ann).body
    service.add("of history", prose(1) + prose(2), TOKENS["bob"])
    service.add("another", prose(2), TOKENS["bob"])
    assert service.ask("POST", "/api/search", text, ann).body == before
    body = json.dumps({"text": text, "only_owner": "history"})
    assert service.ask("POST", "/api/search", body, ann, Content_Type="application/json").status == 400
    assert len(service.ask("POST", "/api/search", text, boss).json()["hits"]) == 4
    sizes = service.ask("GET", "/api/stats", token=ann).json()
    assert "documents" not in sizes and sizes["scheme"] == "passages"


def everybody_is_told_who_they_are(service: Service) -> None:
    for name, line in LINES.items():
        me = service.ask("GET", "/api/me", token=TOKENS[name]).json()
        listed = {"search", "submit", "judge", "admin"} if name == "boss" else set(line.split()[0].split(","))
        assert (me["name"], me["owner"], set(me["roles"])) == (name, line.split()[1], listed), me
    for token in ("", "x" * 40):
        assert service.ask("GET", "/api/me", token=token).status == 401


def jobs_apart(service: Service, job: str) -> None:
    ann, bob, boss = TOKENS["ann"], TOKENS["bob"], TOKENS["boss"]
    state = service.ended(job, ann)
    assert state["state"] == "done", state
    assert [j["id"] for j in service.ask("GET", "/api/jobs", token=ann).json()["jobs"]] == [job]
    assert service.ask("GET", "/api/jobs", token=bob).json()["jobs"] == []
    for url in ("", "/events", "/report.html", "/report.json", "/pairs.csv"):
        for token in (bob, TOKENS["reader"], ""):
            status = service.ask("GET", f"/api/jobs/{job}{url}", token=token).status
            assert status in (401, 403, 404), (url, status)
        assert service.ask("GET", f"/api/jobs/{job}{url}", token=ann).status == 200
        assert service.ask("GET", f"/api/jobs/{job}{url}", token=boss).status == 200
    assert service.ask("DELETE", f"/api/jobs/{job}?now=true", token=bob).status == 404
    link = state["files"]["report.html"]
    report = service.ask("GET", link)
    assert report.status == 200 and "sandbox" in report.headers["content-security-policy"]
    assert service.ask("GET", link[:-1] + ("0" if link[-1] != "0" else "1")).status == 404
    assert service.ask("GET", link.split("?")[0] + "?key=").status == 404
    assert service.ask("DELETE", f"/api/jobs/{job}?now=true", token=ann).status == 200
    assert service.ask("GET", link).status == 404
    assert service.files() == ["lock"], service.files()


def archives_apart(service: Service) -> None:
    """An archive is looked up and registered as its documents one by one would be."""
    ann, boss = TOKENS["ann"], TOKENS["boss"]
    archive = zipped({"one.txt": prose(1) + prose(2)})
    zip_type = {"Content_Type": "application/zip"}

    def ended(path: str, token: str, **query: str) -> dict:
        begun = service.ask("POST", path, archive, token, query, **zip_type)
        assert begun.status == 202, begun
        state = service.ended(begun.json()["id"], token)
        assert state["state"] == "done", state
        return state

    state = ended("/api/search", ann)
    answer = service.ask("GET", state["files"]["answers.jsonl"]).json()
    alone = service.ask("POST", "/api/search", prose(1) + prose(2), ann).json()
    assert answer.pop("query") == "one.txt" and alone.pop("query") == "", (answer, alone)
    assert answer == alone
    service.ask("DELETE", f"/api/jobs/{state['id']}?now=true", token=ann)
    stolen = service.ask("POST", "/api/documents", archive, ann, {"owner": "history"}, **zip_type)
    assert stolen.status == 403, stolen
    lines = json.dumps({"id": "x", "owner": "history", "text": prose(7)})
    stolen = service.ask("POST", "/api/documents", lines, ann, Content_Type="application/x-ndjson")
    assert stolen.status == 403, stolen
    state = ended("/api/documents", ann, group="g")
    assert service.names(ann) == ["of physics", "one.txt"], service.names(ann)
    assert "one.txt" in service.names(boss) and "one.txt" not in service.names(TOKENS["bob"])
    service.ask("DELETE", f"/api/jobs/{state['id']}?now=true", token=ann)


def searches_of_readers(service: Service, job: str) -> None:
    """A token that may only search follows its own searches to the end, and sees no other job."""
    reader = TOKENS["reader"]
    archive = zipped({"one.txt": prose(1) + prose(2)})
    begun = service.ask("POST", "/api/search", archive, reader, Content_Type="application/zip")
    state = service.ended(begun.json()["id"], reader)
    assert state["state"] == "done", state
    answer = service.ask("GET", state["files"]["answers.jsonl"].split("?")[0], token=reader)
    assert answer.json()["query"] == "one.txt", answer
    assert [one["id"] for one in service.ask("GET", "/api/jobs", token=reader).json()["jobs"]] == [state["id"]]
    for path in ("", "/events", "/report.json"):
        assert service.ask("GET", f"/api/jobs/{job}{path}", token=reader).status == 404, path
    assert service.ask("DELETE", f"/api/jobs/{job}?now=true", token=reader).status == 404
    assert service.ask("DELETE", f"/api/jobs/{state['id']}?now=true", token=reader).status == 200


def without_secrets(state: dict) -> dict:
    return {name: value for name, value in state.items() if name in ("kind", "state", "message", "progress")}


def answers_to(service: Service, token: str) -> list[bytes]:
    """All that an owner can ask, without what is drawn or is of the hour."""
    archive = zipped({f"{i}/x.txt": prose(i) + prose(50) for i in range(4)})
    told = [service.ask("POST", "/api/search", prose(seed) + prose(90), token).body for seed in (1, 8, 50, 91)]
    told += [service.ask("GET", path, token=token).body for path in ("/api/documents", "/api/stats", "/api/me")]
    for path, query, file in (("/api/search", {}, "answers.jsonl"), ("/api/pairs", {}, "pairs.json"),
                              ("/api/compare", {"against": "true"}, "report.json"),
                              ("/api/compare", {"against": "true"}, "pairs.csv")):
        job = service.ask("POST", path, archive, token, query, Content_Type="application/zip").json()["id"]
        state = service.ended(job, token)
        told.append(json.dumps(without_secrets(state)).encode())
        body = service.ask("GET", state["files"][file], token=token).body
        told.append(re.sub(rb'"(created|generated|seconds)":[^,}]*', b"", body))
        service.ask("DELETE", f"/api/jobs/{job}?now=true", token=token)
    return told


def foreign_documents(service: Service) -> None:
    """What an owner is answered is the same, byte for byte, whatever 10,000 documents others register."""
    ann, boss = TOKENS["ann"], TOKENS["boss"]
    for i in (0, 1, 8, 50):
        service.add(f"own {i}", prose(i), ann)
    before = answers_to(service, ann)
    for part in range(10):
        lines = (json.dumps({"id": f"{part} {i}", "owner": "history" if i % 2 else "others",
                             "text": prose((0, 1, 8, 50, 1000 + i)[i % 5], 100)}) for i in range(1000))
        added = service.ask("POST", "/api/documents", "\n".join(lines), boss, Content_Type="application/x-ndjson")
        assert added.status == 201, added
    for was, is_now in zip(before, answers_to(service, ann), strict=True):
        assert was == is_now, (was[:2000], is_now[:2000])


def verdicts_apart(service: Service, job: str) -> None:
    ann, url = TOKENS["ann"], f"/api/jobs/{job}/review"
    review = json.dumps({"version": 1, "verdicts": [{"a": "s0", "b": "s1", "verdict": "copied", "note": "line 3"}]})
    assert service.ask("PUT", url, review, TOKENS["bob"]).status == 404
    assert service.ask("PUT", url, review, TOKENS["writer"]).status == 403
    assert service.ask("PUT", url, review, TOKENS["assistant"]).status == 200
    assert service.ask("GET", url, token=ann).json() == json.loads(review)
    taken = service.ask("POST", "/api/compare", zipped(submissions(3)), TOKENS["bob"], {"review": job})
    assert taken.status == 404, taken


def attachments_apart(service: Service) -> None:
    """Base code of another owner is none, and a registry is asked as far as the token sees."""
    ann, bob = TOKENS["ann"], TOKENS["bob"]
    given = service.ask("POST", "/api/attachments", prose(1), ann).json()["id"]
    for other in (given, "0" * 32):
        taken = service.ask("POST", "/api/compare", zipped(submissions(3)), bob, {"base": other})
        assert taken.status == 404 and service.ask("DELETE", f"/api/attachments/{other}", token=bob).status == 404, taken
    assert service.ask("POST", "/api/compare", zipped(submissions(3)), TOKENS["writer"], {"against": "true"}).status == 400
    hand_ins = zipped({"a/x.txt": prose(1), "b/x.txt": prose(8)})
    for token, owners in ((ann, {"physics"}), (bob, {"history"}), (TOKENS["boss"], {"physics", "history", ""})):
        job = service.ask("POST", "/api/compare", hand_ins, token, {"against": "true"}).json()["id"]
        state = service.ended(job, token)
        report = service.ask("GET", state["files"]["report.json"]).json()
        assert {source["owner"] for one in report["known"] for source in one["sources"]} == owners, report["known"]
        service.ask("DELETE", f"/api/jobs/{job}?now=true", token=token)
    assert service.ask("DELETE", f"/api/attachments/{given}", token=ann).status == 200


def audited(file: pathlib.Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"ann", "bob", "boss", ""} <= {line["caller"] for line in lines}
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    for secret in (*TOKENS.values(), "essay", "key=", prose(1)[:12]):
        assert secret not in text, secret


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        tokens, audit = place / "tokens", place / "audit"
        write_tokens(tokens)
        with Service(sys.argv[1], place / "registry", "--tokens", str(tokens), "--audit", str(audit)) as service:
            documents = {
                "physics": service.add("of physics", prose(1), TOKENS["ann"]),
                "history": service.add("of history", prose(1), TOKENS["bob"]),
                "": service.add("of nobody", prose(1), TOKENS["boss"]),
            }
            upload = service.ask("POST", "/api/compare", zipped(submissions(3)), TOKENS["ann"])
            assert upload.status == 202, upload
            job = upload.json()["id"]
            everybody_is_told_who_they_are(service)
            documents_apart(service, documents)
            searches_apart(service)
            service.ended(job, TOKENS["ann"])
            strangers(service, documents, job)
            archives_apart(service)
            roles(service, documents, job)
            verdicts_apart(service, job)
            searches_of_readers(service, job)
            attachments_apart(service)
            jobs_apart(service, job)
            foreign_documents(service)
            audited(audit)
            assert service.stop() == 0
        refusals_at_the_start(sys.argv[1], place)


if __name__ == "__main__":
    main()
