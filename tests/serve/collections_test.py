#!/usr/bin/env python3
"""Stores of clusters and of sweeps over HTTP: what whorl query and whorl sweep say of them.

usage: collections_test.py WHORL
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from service import Service, prose


def write_lines(file: pathlib.Path, pages: dict[str, str]) -> pathlib.Path:
    file.write_text("".join(json.dumps({"url": url, "text": text}) + "\n" for url, text in pages.items()),
                    encoding="utf-8")
    return file


def run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def lines_of(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


A, B, C, D = (f"http://{name}.org/page" for name in "abcd")


def clustered(whorl: str, place: pathlib.Path) -> pathlib.Path:
    pages = {A: prose(1), B: prose(1) + " end", C: prose(2), D: prose(3)}
    store = place / "clusters"
    run(whorl, "cluster", write_lines(place / "pages.jsonl", pages), "-o", store, "-q")
    return store


def swept(whorl: str, place: pathlib.Path) -> pathlib.Path:
    store = place / "sweeps"
    for date, pages in (("2026-05-01", {A: prose(1), B: prose(5)}), ("2026-05-02", {A: prose(1), B: prose(5)[:-200]}),
                        ("2026-05-03", {C: prose(1), B: prose(6)})):
        file = write_lines(place / f"{date}.jsonl", pages)
        run(whorl, "sweep", "add", store, file, "--date", date, "-q")
    return store


def clusters(service: Service, whorl: str, store: pathlib.Path) -> None:
    of_a = service.ask("GET", "/api/collections/pages/clusters", query={"document": A}).json()["clusters"]
    assert len(of_a) == 1 and of_a[0]["size"] == 2, of_a
    told = lines_of(run(whorl, "query", store, "--url", A, "--json"))
    assert [{k: v for k, v in line.items() if k != "survivor"} for line in told] == of_a[0]["members"]
    number = of_a[0]["cluster"]
    assert service.ask("GET", f"/api/collections/pages/clusters/{number}").json() == of_a[0]
    cut = service.ask("GET", f"/api/collections/pages/clusters/{number}", query={"limit": 1}).json()
    assert cut["size"] == 2 and len(cut["members"]) == 1
    alone = service.ask("GET", "/api/collections/pages/clusters", query={"document": D}).json()["clusters"]
    assert alone[0]["cluster"] is None and alone[0]["size"] == 1, alone
    for url in ("/api/collections/pages/clusters/99", "/api/collections/pages/clusters?document=x",
                "/api/collections/none/clusters?document=x"):
        assert service.ask("GET", url).status == 404, url
    for url in ("/api/collections/pages/clusters", "/api/collections/pages/clusters/x",
                "/api/collections/pages/similar?document=x&limit=0"):
        assert service.ask("GET", url).status == 400, url


def similar(service: Service) -> None:
    found = service.ask("POST", "/api/collections/pages/similar", prose(2) + prose(9, 100)).json()["documents"]
    assert found[0]["url"] == C and found[0]["contained"] > 0.95, found
    page = "<html><body><p>" + prose(2) + "</p></body></html>"
    found = service.ask("POST", "/api/collections/pages/similar", page, Content_Type="text/html").json()["documents"]
    assert found[0]["url"] == C, found
    found = service.ask("POST", "/api/collections/pages/similar", prose(20), query={"resemblance": 0.5}).json()
    assert found == {"documents": []}
    like_a = service.ask("GET", "/api/collections/pages/similar", query={"document": A}).json()["documents"]
    assert like_a[0]["url"] == B, like_a
    for body in ("!", b"%PDF-1.4 \xff"):
        assert service.ask("POST", "/api/collections/pages/similar", body).status in (400, 415, 422), body


def grouped(service: Service) -> None:
    ranked = "\r\n".join([D, B, "http://unknown.org/", A, ""])
    groups = service.ask("POST", "/api/collections/pages/group", ranked).json()["groups"]
    assert [[n["name"] for n in g["names"]] for g in groups] == [[D], [B, A], ["http://unknown.org/"]], groups
    assert groups[2]["names"][0]["known"] is False
    assert service.ask("POST", "/api/collections/pages/group", "").status == 400


def sweeps(service: Service, whorl: str, store: pathlib.Path) -> None:
    moved = service.ask("GET", "/api/collections/web/moved", query={"url": A}).json()
    assert moved == json.loads(run(whorl, "sweep", "locate", store, A, "--json"))
    assert [p["url"] for p in moved["places"]] == [C] and not moved["living"], moved
    life = service.ask("GET", "/api/collections/web/life", query={"url": B}).json()
    assert life["living"] and life["sweeps"] == ["2026-05-01", "2026-05-02", "2026-05-03"]
    assert [v["first_seen"] for v in life["versions"]] == life["sweeps"]
    assert life["versions"][1]["resemblance"] > 0.8 > 0.2 > life["versions"][2]["resemblance"], life
    assert service.ask("GET", "/api/collections/web/life", query={"url": "http://x"}).status == 404
    assert service.ask("GET", "/api/collections/web/moved", query={"url": A, "resemblance": 0}).status == 400
    assert service.ask("GET", "/api/collections/web/life").status == 400
    assert service.ask("GET", "/api/collections/web/clusters", query={"document": A}).status == 422
    assert service.ask("GET", "/api/collections/pages/life", query={"url": A}).status == 422


def grows(service: Service, whorl: str, place: pathlib.Path, store: pathlib.Path) -> None:
    """The service shows the results of a later run without a restart."""
    more = write_lines(place / "more.jsonl", {"http://e.org/": prose(2)})
    run(whorl, "cluster", "--into", store, more, "-q")
    of_c = service.ask("GET", "/api/collections/pages/clusters", query={"document": C}).json()["clusters"]
    assert of_c[0]["size"] == 2, of_c


def main() -> None:
    whorl = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        pages, web = clustered(whorl, place), swept(whorl, place)
        flags = ["--store", f"pages={pages}", "--store", f"web={web}"]
        with Service(whorl, place / "registry", *flags) as service:
            listed = service.ask("GET", "/api/collections").json()["collections"]
            assert [(c["name"], c["kind"]) for c in listed] == [("pages", "clusters"), ("web", "sweeps")], listed
            assert listed[0]["documents"] == 4 and len(listed[1]["sweeps"]) == 3
            clusters(service, whorl, pages)
            similar(service)
            grouped(service)
            sweeps(service, whorl, web)
            grows(service, whorl, place, pages)
            assert service.stop() == 0
        for wrong in ("pages", f"x={place}", f"pages={pages},pages={pages}"):
            given = [word for one in wrong.split(",") for word in ("--store", one)]
            ended = subprocess.run([whorl, "serve", place / "registry", *given], capture_output=True, text=True,
                                   timeout=60, check=False)
            assert ended.returncode == 1 and ended.stderr, (wrong, ended)


if __name__ == "__main__":
    main()
