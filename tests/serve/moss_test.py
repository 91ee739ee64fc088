#!/usr/bin/env python3
"""Submissions by MOSS's protocol: a client that keeps to its description, and clients that do not.

usage: moss_test.py WHORL
"""

import os
import pathlib
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

from service import Service, patience, prose

ID = "839471625"
TOKEN = secrets.token_hex(20)


class Moss:
    """A client that sends its options without waiting, reads an answer, sends files and a query,
    reads an answer, and ends."""

    def __init__(self, port: int, user: str = ID, language: str = "c", directory: int = 0, **options: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.answers = self.socket.makefile("r", encoding="utf-8")
        self.language = language
        lines = [f"moss {user}", f"directory {directory}", "X 0", f"maxmatches {options.get('maxmatches', 10)}",
                 f"show {options.get('show', 250)}", f"language {language}"]
        self.send("".join(line + "\n" for line in lines).encode())
        self.count = 0

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def answer(self) -> str:
        return self.answers.readline().rstrip("\n")

    def file(self, name: str, text: bytes, base: bool = False) -> None:
        self.count += 0 if base else 1
        number = 0 if base else self.count
        name = name.replace(" ", "_")
        self.send(f"file {number} {self.language} {len(text)} {name}\n".encode() + text)

    def query(self, comment: str = "a comment") -> str:
        self.send(f"query 0 {comment}\n".encode())
        return self.answer()

    def end(self) -> None:
        self.send(b"end\n")
        self.socket.close()


def program(seed: int, lines: int = 60) -> str:
    """Random statements, so that no two programs share a run."""
    chance = random.Random(seed)

    def value(depth: int) -> str:
        if depth == 0 or chance.random() < 0.2:
            return chance.choice(("x", "y", "f(x)", "a[y]", "17", "'c'", "*p", "p->x", "!y", "-x"))
        return f"({value(depth - 1)} {chance.choice('+ - * / % & | ^ << >> < > == != && ||'.split())} {value(depth - 1)})"

    shapes = ("  x = {};\n", "  if ({}) y = {};\n", "  while ({}) --x;\n", "  a[{}] = {};\n", "  f({}, {});\n",
              "  do x++; while ({});\n", "  switch ({}) default: y = {};\n", "  return {} ? {} : {};\n")
    body = "".join(shape.format(value(3), value(3), value(2)) for shape in chance.choices(shapes, k=lines))
    return f"int f{seed}(void) {{\n{body}}}\n"


def report_of(service: Service, url: str, token: str = "") -> dict:
    parts = urllib.parse.urlsplit(url)
    assert parts.scheme == "http" and parts.port == service.port, url
    page = service.ask("GET", f"{parts.path}?{parts.query}")
    assert page.status == 200 and b"<html" in page.body[:500].lower(), page
    key = urllib.parse.parse_qs(parts.query)["key"][0]
    assert len(key) == 32 and int(key, 16) >= 0
    path = parts.path.replace("report.html", "report.json")
    return service.ask("GET", f"{path}?{parts.query}").json()


def pair_names(report: dict) -> set[frozenset[str]]:
    def name(side: object) -> str:
        return report["submissions"][side]["name"] if isinstance(side, int) else side
    return {frozenset((name(p["a"]), name(p["b"]))) for p in report["pairs"]}


def files_alone(service: Service, moss: int) -> None:
    client = Moss(moss)
    assert client.answer() == "yes"
    given = program(100, 30)
    client.file("given.c", given.encode(), base=True)
    shared = program(1)
    for name, text in (("ann one.c", shared), ("ben.c", shared), ("cat.c", given + program(2)),
                       ("dan.c", given + program(3)), ("../../etc/passwd.c", program(4)), ("empty.c", "")):
        client.file(name, text.encode())
    report = report_of(service, client.query())
    client.end()
    assert pair_names(report) == {frozenset(("ann_one.c", "ben.c"))}, pair_names(report)
    names = {s["name"] for s in report["submissions"]}
    assert "etc/passwd.c" in names, names


def folders(service: Service, moss: int) -> None:
    client = Moss(moss, directory=1, language="java")
    assert client.answer() == "yes"
    shared = program(5)
    for student, texts in {"ann": (shared, program(6)), "ben": (program(7), shared), "cat": (program(8),)}.items():
        for i, text in enumerate(texts):
            client.file(f"hw 1/{student}/Main{i}.java", text.encode())
    report = report_of(service, client.query(""))
    client.end()
    assert {s["name"] for s in report["submissions"]} == {"hw_1_ann", "hw_1_ben", "hw_1_cat"}, report["submissions"]
    assert pair_names(report) == {frozenset(("hw_1_ann", "hw_1_ben"))}, pair_names(report)


def refusals(service: Service, moss: int) -> None:
    client = Moss(moss, language="klingon")
    assert client.answer() == "no"
    client.end()
    assert Moss(moss, user="").answer() == ""
    jobs = len(service.ask("GET", "/api/jobs", token=TOKEN).json()["jobs"])
    for user in ("123456789", TOKEN):  # a client prints the answer to its query, and sends all before it reads it
        client = Moss(moss, user=user)
        assert client.answer() == "yes", user
        client.file("a.c", b"int x;\n" * 500_000)
        answer = client.query()
        assert "does not know the user ID" in answer and "$userid" in answer, answer
        client.end()
    assert len(service.ask("GET", "/api/jobs", token=TOKEN).json()["jobs"]) == jobs
    for told in (b"GET / HTTP/1.1\r\n\r\n", b"\n" * 10, b"moss " + b"9" * 100_000, b"file 1 c 10 x\n" + b"x" * 10,
                 b"\xff" * 100 + b"\n", b"moss 1\nquery 0 x\n"):
        with socket.create_connection(("127.0.0.1", moss), timeout=30) as one:
            one.sendall(told)
            try:
                assert one.recv(100) == b"", told[:20]
            except ConnectionError:
                pass
    for after in (b"file 1 c 99999999999 big.c\n", b"file 1 c 10 \n", b"file 1 c x y\n", b"query 0 nothing was sent\n"):
        client = Moss(moss)
        assert client.answer() == "yes"
        client.send(after)
        assert client.answer() == "", after
    client = Moss(moss)  # disconnects in the middle of a file
    assert client.answer() == "yes"
    client.send(b"file 1 c 1000 a.c\nint main")
    client.answers.close()
    client.socket.close()
    broken = Moss(moss)
    assert broken.answer() == "yes"
    broken.file("a.c", b"int x;")
    answer = broken.query()  # one submission, or an empty one, is no comparison
    assert answer, answer
    broken.end()
    assert service.ask("GET", "/health").status == 200


def same_names(service: Service, moss: int) -> list[Moss]:
    """Many files with one name block neither other requests nor the end of the service while their
    clients stay connected."""
    clients = [Moss(moss) for _ in range(3)]
    for client in clients:
        assert client.answer() == "yes"
        client.send(b"".join(b"file %d c 8 a.c\nint a;\n\n" % number for number in range(1, 20_001)))
    began = time.monotonic()
    assert service.ask("GET", "/health").status == 200
    assert time.monotonic() - began < patience()
    return clients


def owners(service: Service) -> None:
    jobs = service.ask("GET", "/api/jobs", token=TOKEN).json()["jobs"]
    assert len(jobs) >= 2, jobs
    assert {job.get("name") for job in jobs} == {"a comment", None}, jobs
    assert service.ask("GET", "/api/jobs", token=ID).status == 401
    for job in jobs:
        assert service.ask("DELETE", f"/api/jobs/{job['id']}?now=true", token=TOKEN).status == 200
    end = time.monotonic() + 20 * patience()
    while service.files() != ["lock"]:
        assert time.monotonic() < end, service.files()
        time.sleep(0.1)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        tokens = place / "tokens"
        with open(os.open(tokens, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as out:
            out.write(f"ann submit cs101 {TOKEN}\nann-moss moss cs101 {ID}\n")
        flags = ["--tokens", str(tokens), "--moss-listen", "127.0.0.1:0", "--limit", "upload=8M"]
        with Service(sys.argv[1], place / "registry", *flags) as service:
            line = service.process.stdout.readline()
            assert "moss://127.0.0.1:" in line, line
            moss = int(line.rsplit(":", 1)[1])
            files_alone(service, moss)
            folders(service, moss)
            refusals(service, moss)
            owners(service)
            waiting = same_names(service, moss)
            began = time.monotonic()
            assert service.stop() == 0 and time.monotonic() - began < 2 * patience()
            assert len(waiting) == 3
        for line, word in (("x moss cs 12345678", "9 characters"), (f"x moss,search cs {TOKEN}", "its own line")):
            tokens.write_text(line + "\n", encoding="utf-8")
            ended = subprocess.run([sys.argv[1], "serve", place / "registry", "--tokens", tokens], capture_output=True,
                                   text=True, timeout=60, check=False)
            assert ended.returncode == 1 and word in ended.stderr, ended
        ended = subprocess.run([sys.argv[1], "serve", place / "registry", "--listen", "127.0.0.1:0", "--moss-listen",
                                "0.0.0.0:0"], capture_output=True, text=True, timeout=60, check=False)
        assert ended.returncode == 1 and "--tokens" in ended.stderr, ended


if __name__ == "__main__":
    main()
