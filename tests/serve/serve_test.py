#!/usr/bin/env python3
"""What whorl serve answers: search, add, list, delete; it stops in peace, and a kill loses nothing.

usage: serve_test.py WHORL
"""

import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from service import Service, prose, zipped


def a_journey(service: Service, whorl: str) -> None:
    assert service.ask("GET", "/health").json() == {"status": "ok"}
    first = service.add("thesis.txt", prose(1), owner="physics", group="2026", date="2026-05-01")
    assert service.ask("GET", f"/api/documents/{first}").json()["owner"] == "physics"

    answer = service.ask("POST", "/api/search", prose(1) + prose(2)).json()
    (hit,) = answer["hits"]
    assert hit["name"] == "thesis.txt" and hit["id"] == first and hit["contains"]["value"] == 1, hit
    body = json.dumps({"text": prose(1), "exclude_owner": "physics"})
    assert service.ask("POST", "/api/search", body, Content_Type="application/json").json()["hits"] == []
    later = service.ask("POST", "/api/search", prose(1), query={"since": "2026-06-01"})
    assert later.json()["hits"] == []

    pair = json.dumps({"a": prose(1), "b": prose(1) + prose(2), "methods": "se-none shingles"})
    rows = service.ask("POST", "/api/measure", pair, Content_Type="application/json").json()["methods"]
    assert [row["a_in_b"]["value"] > 0.95 for row in rows] == [True, True], rows
    assert all(row["b_in_a"]["value"] < 0.7 for row in rows), rows
    some = json.dumps({"a": "x", "b": "y", "methods": "nothing shingles"})
    rows = service.ask("POST", "/api/measure", some, Content_Type="application/json").json()["methods"]
    assert "there is no method 'nothing'" in rows[0]["refusal"] and rows[1].get("refusal") is None, rows
    for wrong in ({"a": "x"}, {"a": "x", "b": "y", "c": "z"}, {"a": "x", "b": 1}):
        assert service.ask("POST", "/api/measure", json.dumps(wrong), Content_Type="application/json").status == 400

    again = service.ask("POST", "/api/documents", prose(1), query={
        "name": "thesis.txt", "owner": "physics", "group": "2026", "date": "2026-05-01"})
    assert again.status == 201 and again.json()["unchanged"] == 1, again
    assert service.ask("POST", "/api/documents", prose(1)).status == 400
    assert service.ask("GET", "/api/stats").json()["documents"] == 1

    # Another process that tries to write gets an error that names the writer.
    refused = subprocess.run([whorl, "registry", "remove", service.registry, "--owner", "physics"],
                             capture_output=True, check=False)
    assert refused.returncode != 0

    service.add("Another Thesis.txt", prose(8), owner="history")
    for query, names in (({}, 2), ({"title": "thesis"}, 2), ({"title": "THESIS.T", "owner": "physics"}, 1),
                         ({"title": "other t"}, 1), ({"title": "nowhere"}, 0)):
        page = service.ask("GET", "/api/documents", query={**query, "count": "true", "limit": 1}).json()
        assert page["count"] == names and len(page["documents"]) == min(names, 1), (query, page)
    assert "count" not in service.ask("GET", "/api/documents").json()
    assert service.ask("GET", "/api/documents", query={"count": "yes"}).status == 400
    other = service.ask("GET", "/api/documents", query={"title": "another"}).json()["documents"][0]["id"]
    assert service.ask("DELETE", f"/api/documents/{other}").status == 200

    assert service.ask("DELETE", f"/api/documents/{first}?now=true").json() == {"removed": 1}
    assert service.ask("DELETE", f"/api/documents/{first}").status == 404
    assert service.ask("POST", f"/api/documents/{first}/restore").status == 404
    assert service.ask("POST", "/api/search", prose(1)).json()["hits"] == []


def rtf(text: str) -> bytes:
    return b"{\\rtf1\\ansi " + text.encode() + b"\\par}"


def docx(text: str) -> bytes:
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f'<w:document xmlns:w="{word}"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>'
    return zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": body})


OFFICE = "application/vnd.openxmlformats-officedocument."


def documents_are_converted(service: Service) -> None:
    """A PDF or an office document is registered and looked up as its text."""
    for name, kind, body in (("a.docx", OFFICE + "wordprocessingml.document", docx(prose(1))),
                             ("b.rtf", "application/rtf", rtf(prose(2))),
                             ("c.rtf", "application/octet-stream", rtf(prose(3)))):
        added = service.ask("POST", "/api/documents", body, query={"name": name}, Content_Type=kind)
        assert added.status == 201 and added.json()["added"] == 1, added
    for seed, name in ((1, "a.docx"), (2, "b.rtf"), (3, "c.rtf")):
        (hit,) = service.ask("POST", "/api/search", prose(seed)).json()["hits"]
        assert hit["name"] == name and hit["contains"]["value"] > .99, hit
    asked = service.ask("POST", "/api/search", rtf(prose(1)), Content_Type="application/rtf").json()
    assert [hit["name"] for hit in asked["hits"]] == ["a.docx"], asked
    for kind, body in (("application/pdf", b"%PDF-1.4 broken"), ("application/msword", b"\xd0\xcf\x11\xe0" * 200),
                       (OFFICE + "spreadsheetml.sheet", zipped({"xl/workbook.xml": "<workbook/>"}))):
        refused = service.ask("POST", "/api/documents", body, query={"name": "d"}, Content_Type=kind)
        assert refused.status == 415 and refused.json()["detail"].startswith("the document "), refused
    assert service.ask("GET", "/api/stats").json()["documents"] == 3
    assert not list(service.jobs.glob("uploads/*"))


def pages(service: Service) -> None:
    for i in range(7):
        service.add(f"page {i}", prose(i), owner="a" if i % 2 else "b")
    seen, start = [], 0
    while start is not None:
        page = service.ask("GET", "/api/documents", query={"from": start, "limit": 3}).json()
        assert len(page["documents"]) <= 3
        seen += [d["name"] for d in page["documents"]]
        start = page["next"]
    assert seen == [f"page {i}" for i in range(7)], seen
    of_a = service.ask("GET", "/api/documents", query={"owner": "a"}).json()["documents"]
    assert [d["name"] for d in of_a] == ["page 1", "page 3", "page 5"]
    for wrong in ({"limit": "x"}, {"limit": ""}, {"limit": 1001}, {"from": -1}):
        assert service.ask("GET", "/api/documents", query=wrong).status == 400


def headers(service: Service) -> None:
    answer = service.ask("GET", "/openapi.json")
    assert answer.json()["openapi"] == "3.1.0"
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        assert name in answer.headers, answer.headers
    head = service.ask("HEAD", "/openapi.json")
    assert head.body == b"" and head.headers["content-length"] == answer.headers["content-length"]
    metrics = service.ask("GET", "/metrics").body.decode()
    assert 'whorl_requests_total{endpoint="/openapi.json",status="200"} 2' in metrics, metrics
    assert service.ask("PUT", "/api/search").headers["allow"] == "POST"
    assert service.ask("GET", "/nowhere").status == 404
    me = service.ask("GET", "/api/me").json()
    assert me["roles"] == ["search", "submit", "judge", "admin"] and me["limits"]["upload"] == 512 << 20, me
    assert service.ask("GET", "/health", Host="elsewhere.example").status == 403
    assert service.ask("GET", "/health", Origin="http://elsewhere.example").status == 403
    own = f"http://127.0.0.1:{service.port}"
    assert service.ask("GET", "/health", Origin=own).status == 200


def pages_are_asked_for_once(service: Service) -> None:
    for path in ("/", "/service.js", "/service.css", "/openapi.json"):
        first = service.ask("GET", path)
        assert first.headers["cache-control"] == "no-cache", first.headers
        again = service.ask("GET", path, If_None_Match=first.headers["etag"])
        assert (again.status, again.body) == (304, b"") and "content-length" not in again.headers, again.headers
        other = service.ask("GET", path, If_None_Match='"something else"')
        assert (other.status, other.body) == (200, first.body)
    assert service.ask("GET", "/api/jobs").headers["cache-control"] == "no-store"


def one_connection_many_requests(service: Service) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    answers = service.raw(request * 9 + last)
    assert answers.count(b"HTTP/1.1 200 OK") == 10, answers


def waits_for_continue(service: Service) -> None:
    text = prose(1).encode()
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as client:
        client.sendall(b"POST /api/search HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                       b"Content-Length: %d\r\n\r\n" % len(text))
        assert client.recv(65536).startswith(b"HTTP/1.1 100 ")
        client.sendall(text)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


def stops_in_peace(service: Service) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as idle:
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(1 << 16).startswith(b"HTTP/1.1 200")  # accepted, so no reset follows
        assert service.stop(signal.SIGINT) == 0
        assert idle.recv(1 << 16) == b""


def killed(whorl: str, place: pathlib.Path, rounds: int) -> None:
    """What was acknowledged is there, whenever the kill comes."""
    with Service(whorl, place / "killed") as service:
        acknowledged: list[str] = []

        def register(worker: int, of: int) -> None:
            try:
                for i in range(10_000):
                    name = f"{of}-{worker}-{i}"
                    service.add(name, prose(i, 100))
                    acknowledged.append(name)
            except (OSError, AssertionError):
                return

        for of in range(rounds):
            workers = [threading.Thread(target=register, args=(w, of)) for w in range(4)]
            for worker in workers:
                worker.start()
            while len(acknowledged) < 20 * (of + 1):
                assert service.process.poll() is None
            service.stop(signal.SIGKILL)
            for worker in workers:
                worker.join()
            service.start()
        lost = set(acknowledged) - {
            d["name"] for start in range(1) for d in service.ask(
                "GET", "/api/documents", query={"limit": 1000}).json()["documents"]}
        assert not lost, lost
        assert service.stop() == 0
    subprocess.run([whorl, "registry", "check", service.registry], check=True,
                   stdout=subprocess.DEVNULL)
    print(f"{len(acknowledged)} documents, {rounds} kills: none that was acknowledged is lost")


def a_cut_file(whorl: str, place: pathlib.Path) -> None:
    """Pages that cannot be read end the service with the status of an error, by no signal."""
    (place / "text.txt").write_text(prose(1, 4000), encoding="ascii")
    for words in (["create"], ["add", place / "text.txt"], ["compact"]):
        subprocess.run([whorl, "registry", words[0], place / "cut", *words[1:], "-q"], check=True, stdout=subprocess.DEVNULL)
    with Service(whorl, place / "cut") as service:
        assert service.ask("POST", "/api/search", prose(1, 4000)).json()["hits"]
        for file in (place / "cut/db").glob("*.sst"):
            os.truncate(file, 0)
        try:
            service.ask("POST", "/api/search", prose(1, 4000))
        except (OSError, http.client.HTTPException):
            pass
        assert service.process.wait(timeout=60) == 3


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        with Service(whorl, place / "registry") as service:
            a_journey(service, whorl)
            headers(service)
            pages_are_asked_for_once(service)
            pages(service)
            one_connection_many_requests(service)
            waits_for_continue(service)
            stops_in_peace(service)
        with Service(whorl, place / "converted") as service:
            documents_are_converted(service)
        a_cut_file(whorl, place)
        killed(whorl, place, 3)


if __name__ == "__main__":
    main()
