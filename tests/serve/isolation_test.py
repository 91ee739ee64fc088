#!/usr/bin/env python3
"""Whoever shows a token sees what its owner has, from every endpoint, and may what its roles say.

usage: isolation_test.py WHORL
"""

import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

from service import Service, prose, submissions, zipped

TOKENS = {name: secrets.token_hex(20) for name in ("ann", "bob", "reader", "writer", "boss")}
LINES = {
    "ann": "search,submit physics",
    "bob": "search,submit history",
    "reader": "search physics",
    "writer": "submit physics",
    "boss": "admin *",
}


def write_tokens(file: pathlib.Path) -> None:
    with open(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
        out.writelines(f"{name} {what} {TOKENS[name]}\n" for name, what in LINES.items())


def refusals_at_the_start(whorl: str, place: pathlib.Path) -> None:
    """Others may reach the service only where there are tokens, in a file that is nobody else's."""
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


def roles(service: Service, documents: dict[str, str], job: str) -> None:
    """Every endpoint of the description with every token: who is let in."""
    paths = service.ask("GET", "/openapi.json").json()["paths"]
    allowed = {"search": {"ann", "bob", "reader", "boss"}, "submit": {"ann", "bob", "writer", "boss"},
               "admin": {"boss"}}
    checked = 0
    for path, methods in paths.items():
        for method, operation in methods.items():
            if "security" in operation or method == "delete":
                continue
            role = operation["description"].rsplit(" ", 1)[1].rstrip(".")
            url = path.replace("{id}", job if "jobs" in path else documents["physics"])
            for name, token in [*TOKENS.items(), ("nobody", ""), ("wrong", "x" * 40)]:
                status = service.ask(method.upper(), url, None, token).status
                if name in ("nobody", "wrong"):
                    assert status == 401, (method, path, name, status)
                elif name not in allowed[role]:
                    assert status == 403, (method, path, name, status)
                else:
                    assert status not in (401, 403), (method, path, name, status)
                checked += 1
    print(f"{checked} pairs of a token and an endpoint")


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
    assert service.ask("DELETE", f"/api/jobs/{job}", token=bob).status == 404
    link = state["files"]["report.html"]
    report = service.ask("GET", link)
    assert report.status == 200 and "sandbox" in report.headers["content-security-policy"]
    assert service.ask("GET", link[:-1] + ("0" if link[-1] != "0" else "1")).status == 404
    assert service.ask("GET", link.split("?")[0] + "?key=").status == 404
    assert service.ask("DELETE", f"/api/jobs/{job}", token=ann).status == 200
    assert service.ask("GET", link).status == 404
    assert service.files() == ["lock"], service.files()


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
            documents_apart(service, documents)
            searches_apart(service)
            roles(service, documents, job)
            jobs_apart(service, job)
            audited(audit)
            assert service.stop() == 0
        refusals_at_the_start(sys.argv[1], place)


if __name__ == "__main__":
    main()
